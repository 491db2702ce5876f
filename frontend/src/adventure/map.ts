/** What the map draws at a turn: which lines, strokes and marks, from the frame and the layout. */

import type { AdventureFrame, Atlas, ExitFrame, Link, RoomFrame } from '../api/types';
import { bow, inOneMaze, type MazePlace } from './mazes';

export type Point = readonly [number, number];
export type Rooms = AdventureFrame['rooms'];

export const COMPASS: Record<string, Point> = {
  north: [0, -1],
  northeast: [1, -1],
  east: [1, 0],
  southeast: [1, 1],
  south: [0, 1],
  southwest: [-1, 1],
  west: [-1, 0],
  northwest: [-1, -1],
};

const OTHER: Record<string, [number, Point]> = {
  up: [0.75, [0, -1]],
  out: [0.25, [0, -1]],
  down: [0.75, [0, 1]],
  in: [0.25, [0, 1]],
};

/** Where a way leaves a box, from its upper left corner, and in which direction. */
export function port(way: string, [width, height]: Point): { at: Point; towards: Point } {
  const compass = COMPASS[way];
  if (compass) {
    const [dx, dy] = compass;
    return { at: [((dx + 1) / 2) * width, ((dy + 1) / 2) * height], towards: compass };
  }
  const [share, towards] = OTHER[way] ?? OTHER.in!;
  return { at: [share * width, towards[1] < 0 ? 0 : height], towards };
}

/** The names of rooms; of those called alike, the later ones with their number. */
export function roomNames(rooms: Rooms): Map<string, string> {
  const seen = new Map<string, number>();
  const inOrder = Object.entries(rooms).sort(([, a], [, b]) => a.first_seen - b.first_seen);
  return new Map(
    inOrder.map(([id, { name }]) => {
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return [id, before ? `${name} ${before + 1}` : name];
    }),
  );
}

export interface Line {
  key: string;
  link: Link;
  /** `explored`, `assumed`, `blocked` or `closed`. */
  status: string;
  /** Drawn with dashes: it is no way by compass. */
  other: boolean;
  /** To which of its ends alone one can go. */
  arrow: 'start' | 'end' | null;
  /** The ways by another name than a direction: room, and what is typed there. */
  names: [string, string][];
  deaths: number;
  reason: string;
}

/** The lines that are known at this turn. */
export function lines(rooms: Rooms, atlas: Atlas): Line[] {
  const found: Line[] = [];
  for (const link of atlas.links) {
    const there = leading(rooms[link.room], link.way, link.to);
    const back = link.back ? leading(rooms[link.to], link.back, link.room) : undefined;
    const any = there ?? back;
    if (!any || !rooms[link.room] || !rooms[link.to]) continue;
    found.push({
      key: `${link.room} ${link.way} ${link.to}`,
      link,
      status: together(there, back),
      other: !(link.way in COMPASS) && !(link.back in COMPASS),
      names: [
        ...(there && link.way in OTHER ? [[link.room, link.way] as [string, string]] : []),
        ...(back && link.back in OTHER ? [[link.to, link.back] as [string, string]] : []),
      ],
      arrow: there && !back ? one(there, 'end') : back && !there ? one(back, 'start') : null,
      deaths: (there?.deaths ?? 0) + (back?.deaths ?? 0),
      reason: there?.reason || back?.reason || '',
    });
  }
  return found;
}

function leading(room: RoomFrame | undefined, way: string, to: string): ExitFrame | undefined {
  const exit = room?.exits[way];
  return exit && exit.to === to && exit.status !== 'absent' && !exit.random ? exit : undefined;
}

function together(there: ExitFrame | undefined, back: ExitFrame | undefined): string {
  const both = [there?.status, back?.status];
  for (const status of ['blocked', 'closed', 'explored']) if (both.includes(status)) return status;
  return 'assumed';
}

function one<T>(exit: ExitFrame, side: T): T | null {
  return exit.one_way || exit.teleport ? side : null;
}

export interface Stroke {
  key: string;
  /** The short line, from the box outwards. */
  from: Point;
  to: Point;
  /** `unexplored`, `blocked` or `away`: it leads somewhere that no line can show. */
  kind: 'unexplored' | 'blocked' | 'away';
  /** What is written beside it: the first of these, the fullest, that has room. */
  labels: string[];
  /** Which of them has room; empty if none does. */
  label: string;
  anchor: 'start' | 'middle' | 'end';
  text: Point;
  /** Where else it may be written. */
  others: Spot[];
  title: string;
}

/** Where letters begin, and from which end. */
type Spot = Pick<Stroke, 'anchor' | 'text'>;

/** How far a way that no line shows reaches out of its room. */
export const REACH = 17;
/** Letters of the name of where a way leads, in the label with most room and in that with less. */
const NAME_LETTERS = [14, 7];
/** Letters of a command where there is no room for more. */
const BRIEF = 6;
/** Ways without a side of their own, where there is room for a letter only. */
const LETTER: Record<string, string> = { up: 'u', down: 'd', in: 'in', out: 'out' };

/** What the strokes of a room need to know of the rest of the map. */
export interface Surroundings {
  /** Surroundings of the same layout that have the same key are the same. */
  key: string;
  atlas: Atlas;
  /** All ways that lines show, in both directions. */
  drawn: ReadonlySet<string>;
  /** The pairs of rooms that lines join, in both orders. */
  joined: ReadonlySet<string>;
  places: ReadonlyMap<string, MazePlace>;
  names: ReadonlyMap<string, string>;
}

export function surroundings(
  rooms: Rooms,
  found: Line[],
  places: ReadonlyMap<string, MazePlace>,
  atlas: Atlas,
): Surroundings {
  const names = roomNames(rooms);
  const drawn = shown(found);
  const key = JSON.stringify([[...drawn], [...names], [...places.keys()]]);
  return { key, atlas, drawn, joined: pairs(found), places, names };
}

/** Short strokes for the ways of a room that no line shows. */
export function strokes(id: string, room: RoomFrame, around: Surroundings): Stroke[] {
  const { atlas, drawn, joined, places, names } = around;
  const found: Stroke[] = [];
  let commands = 0;
  for (const [way, exit] of Object.entries(room.exits)) {
    if (exit.status === 'absent' || exit.status === 'closed') continue;
    if (exit.to !== undefined && drawn.has(`${id} ${way} ${exit.to}`)) continue;
    const byCompass = way in COMPASS;
    const loops = exit.to === id;
    if (loops && !byCompass) continue;
    const byCommand = !byCompass && !(way in OTHER);
    if (byCommand && ('in' in room.exits || (commands += 1) > 1)) continue;
    const kind =
      exit.status === 'unexplored'
        ? 'unexplored'
        : exit.status === 'blocked' && exit.to === undefined
          ? 'blocked'
          : 'away';
    const inMaze = places.get(id);
    const target = exit.to === undefined ? undefined : places.get(exit.to);
    const within = inMaze !== undefined && target?.maze === inMaze.maze;
    const name =
      exit.to === undefined ? '' : within ? String(target!.number) : (names.get(exit.to) ?? '');
    const { at, towards } = port(way, atlas.box as Point);
    const reach = within ? REACH * 0.6 : REACH;
    const length = towards[0] && towards[1] ? reach * 0.8 : reach;
    const to: Point = [at[0] + towards[0] * length, at[1] + towards[1] * length];
    const beside = exit.to !== undefined && joined.has(`${id} ${exit.to}`);
    const away = loops ? ['↺'] : exit.random ? ['≈'] : within ? [name] : [];
    if (!away.length && name && !beside)
      away.push(...NAME_LETTERS.map((most) => `→ ${shortened(name, most)}`));
    const marks = { unexplored: ['?'], blocked: [], away }[kind];
    const called = byCompass ? '' : shortened(within ? (LETTER[way] ?? way) : way, 12);
    const brief = called.length > BRIEF ? shortened(called, BRIEF) : '';
    const labels = [...marks.map((mark) => `${called} ${mark}`.trim()), called, brief].filter(
      Boolean,
    );
    found.push({
      key: `${id} ${way}`,
      from: at,
      to,
      kind,
      labels,
      label: labels[0] ?? '',
      ...besides(way, to, towards, kind === 'blocked'),
      title: told(way, exit, name),
    });
  }
  return found;
}

/** A rectangle: left, top, right, bottom. */
type Area = readonly [number, number, number, number];

/** Width of a letter, its height over the line and its depth under it, in sizes of the type.
 *
 * The widths of the bundled sans, weight 700, average 0.56; capitals and arrows are wider.
 */
const LETTER_SIZE = { width: 0.62, above: 0.78, below: 0.24 };

/** The area that a label takes. */
function area(label: string, [x, y]: Point, anchor: Stroke['anchor'], size: number): Area {
  const width = label.length * LETTER_SIZE.width * size;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return [left, y - LETTER_SIZE.above * size, left + width, y + LETTER_SIZE.below * size];
}

/** Areas that are taken, found by where they are. */
class Taken {
  #cells = new Map<number, Area[]>();

  static #around([left, top, right, bottom]: Area): number[] {
    const cells: number[] = [];
    for (let x = Math.floor(left / 100); x <= Math.floor(right / 100); x += 1)
      for (let y = Math.floor(top / 100); y <= Math.floor(bottom / 100); y += 1)
        cells.push(x * 100_000 + y);
    return cells;
  }

  add(area: Area) {
    for (const cell of Taken.#around(area)) {
      const inside = this.#cells.get(cell);
      if (inside) inside.push(area);
      else this.#cells.set(cell, [area]);
    }
  }

  has(area: Area): boolean {
    const [left, top, right, bottom] = area;
    for (const cell of Taken.#around(area))
      for (const each of this.#cells.get(cell) ?? [])
        if (left < each[2] && each[0] < right && top < each[3] && each[1] < bottom) return true;
    return false;
  }
}

const strips = new WeakMap<Link, Area[]>();

/** The areas that a line runs through, in short pieces. */
function alongside(link: Link): Area[] {
  const known = strips.get(link);
  if (known) return known;
  const found: Area[] = [];
  const points = [...link.path.matchAll(/[MLQ ]?(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]): Point => [
    Number(x),
    Number(y),
  ]);
  for (const [at, [bx, by]] of points.entries()) {
    const [ax, ay] = points[at - 1] ?? [bx, by];
    const pieces = ax === bx || ay === by ? 1 : Math.ceil(Math.hypot(bx - ax, by - ay) / PIECE);
    for (let n = 0; n < pieces; n += 1) {
      const xs = [n, n + 1].map((part) => ax + ((bx - ax) * part) / pieces);
      const ys = [n, n + 1].map((part) => ay + ((by - ay) * part) / pieces);
      found.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
    }
  }
  strips.set(link, found);
  return found;
}

/** Units of a piece of a line that runs askew: its area is little more than the line. */
const PIECE = 10;

/** Where the name of a way that a line shows is written, and from which end. */
export function wayName([room, way]: [string, string], atlas: Atlas) {
  const box = atlas.box as Point;
  const corner = atlas.rooms[room]!;
  const { at, towards } = port(way, box);
  const side = at[0] > box[0] / 2 ? 5 : -5;
  const y = corner[1]! + at[1] + (towards[1] < 0 ? -4 : 10);
  const anchor = side > 0 ? ('start' as const) : ('end' as const);
  return { at: [corner[0]! + at[0] + side, y] as Point, anchor };
}

/** The strokes of all rooms, each with the fullest label that leaves rooms and labels alone.
 *
 * What nobody has tried comes first, then what is blocked, then where the other ways lead.
 */
export function lettered(
  found: ReadonlyMap<string, Stroke[]>,
  drawn: Line[],
  atlas: Atlas,
  size: number,
): Map<string, Stroke[]> {
  const [width, height] = atlas.box as Point;
  const taken = new Taken();
  for (const id of found.keys()) {
    const [x, y] = atlas.rooms[id] as Point;
    taken.add([x, y, x + width, y + height]);
  }
  for (const name of drawn.flatMap((line) => (line.other ? line.names : []))) {
    const { at, anchor } = wayName(name, atlas);
    taken.add(area(name[1], at, anchor, size));
  }
  // Letters on a line are read badly, and the line breaks off: only where nothing else has room.
  const lined = new Taken();
  for (const line of drawn) for (const part of alongside(line.link)) lined.add(part);
  const result = new Map(found); // rooms whose labels all have room keep their very strokes
  for (const kind of ['unexplored', 'blocked', 'away'])
    for (const [id, all] of found) {
      const [x, y] = atlas.rooms[id] as Point;
      for (const [index, stroke] of all.entries()) {
        if (stroke.kind !== kind || !stroke.label) continue;
        const free = stroke.labels.flatMap((label) =>
          [stroke, ...stroke.others].flatMap(({ anchor, text }) => {
            const wanted = area(label, [x + text[0], y + text[1]], anchor, size);
            return taken.has(wanted) ? [] : [{ label, anchor, text, wanted }];
          }),
        );
        const best = free.find(({ wanted }) => !lined.has(wanted)) ?? free[0];
        if (best) taken.add(best.wanted);
        if (best?.label === stroke.label && best.text === stroke.text) continue;
        const { label = '', anchor = stroke.anchor, text = stroke.text } = best ?? {};
        if (result.get(id) === all) result.set(id, [...all]);
        result.get(id)![index] = { ...stroke, label, anchor, text };
      }
    }
  return result;
}

/** Where the letters beside a stroke stand: outwards of it, else on its other side. */
function besides(
  way: string,
  [x, y]: Point,
  [dx, dy]: Point,
  barred: boolean,
): Spot & Pick<Stroke, 'others'> {
  if (way in COMPASS) {
    const anchor = dx > 0 ? 'start' : dx < 0 ? 'end' : 'middle';
    const beside: Spot = dx
      ? { anchor: 'middle', text: [x - dx * 6, y - 4] }
      : { anchor: 'start', text: [x + 5, y + (dy > 0 ? -2 : 8)] };
    return { anchor, text: [x + dx * 4, y + (dy > 0 ? 11 : dy < 0 ? -3 : 4)], others: [beside] };
  }
  const [share] = OTHER[way] ?? OTHER.in!;
  const on = (side: number): Spot => ({
    anchor: side > 0 ? 'start' : 'end',
    text: [x + side * (barred ? 8 : 5), y + (dy > 0 ? -1 : 6)],
  });
  const side = share > 0.5 ? 1 : -1;
  return { ...on(side), others: [on(-side)] };
}

/** A way in words, for a tooltip and for the map in words. */
export function told(way: string, exit: ExitFrame, name: string): string {
  const reason = exit.reason ? `: ${exit.reason}` : '';
  const words: Record<string, string> = {
    unexplored: `${way}: nobody has gone there`,
    blocked: `${way} is blocked${reason}${name ? ` (it leads to ${name})` : ''}`,
    closed: `${way} led to ${name} and is no more${reason}`,
    absent: `no way ${way}`,
    assumed: `${way}: probably to ${name}`,
    explored: exit.random
      ? `${way}: now here, now there`
      : exit.teleport
        ? `${way} carries to ${name}`
        : `${way} to ${name}`,
  };
  const more = [exit.one_way ? 'one way' : '', exit.deaths ? `deadly, ${exit.deaths}×` : ''];
  const extra = more.filter(Boolean).join(', ');
  return (words[exit.status] ?? way) + (extra ? ` (${extra})` : '');
}

/** The pairs of rooms that lines join, in both orders. */
function pairs(found: Line[]): Set<string> {
  return new Set(found.flatMap(({ link: { room, to } }) => [`${room} ${to}`, `${to} ${room}`]));
}

/** The keys of all ways that lines show, in both directions. */
function shown(found: Line[]): Set<string> {
  const keys = new Set<string>();
  for (const { link } of found) {
    keys.add(`${link.room} ${link.way} ${link.to}`);
    if (link.back) keys.add(`${link.to} ${link.back} ${link.room}`);
  }
  return keys;
}

export interface Step {
  key: string;
  path: string;
  /** Walked from the line's end to its beginning. */
  reversed: boolean;
  /** 0 is the newest. */
  age: number;
}

/** The steps of the trail as lines, the newest first; each line once.
 *
 * A step by a way without a line runs along another way between the two rooms, if one is known yet.
 */
export function trailSteps(trail: string[][], atlas: Atlas, rooms: Rooms, drawn: Line[]): Step[] {
  const steps: Step[] = [];
  const known = drawn.map(({ link }) => link);
  const seen = new Set<string>();
  for (const [index, [from, way, to]] of trail.toReversed().entries()) {
    if (!from || !to || from === to || !rooms[from] || !rooms[to]) continue;
    const link =
      atlas.links.find(
        (l) =>
          (l.room === from && l.way === way && l.to === to) ||
          (l.room === to && l.back === way && l.to === from),
      ) ?? known.find((l) => (l.room === from && l.to === to) || (l.room === to && l.to === from));
    const key = link ? `${link.room} ${link.way} ${link.to}` : `${from} ${to}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const path = link?.path ?? (inOneMaze(atlas, from, to) ? bow(atlas, from, to) : '');
    if (path) steps.push({ key, path, reversed: link ? link.room !== from : false, age: index });
  }
  return steps;
}

/** A name in at most two lines that fit a box. */
export function nameLines(name: string, most = 18): string[] {
  const result: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = result.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) {
      result[result.length - 1] = `${last} ${word}`;
    } else result.push(word);
  }
  if (result.length > 2)
    return [shortened(result[0]!, most), shortened(result.slice(1).join(' '), most)];
  return result.map((line) => shortened(line, most));
}

export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** How many things that can be taken lie in each room. */
export function thingsLying(items: AdventureFrame['items']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of Object.values(items)) {
    if (!item.place.startsWith('room:') || item.traits.includes('fixed')) continue;
    const room = item.place.slice(5);
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return counts;
}
