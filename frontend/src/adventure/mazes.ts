/** Mazes on the map: their rooms stand in a block, numbered, with the names of their markers. */

import type { AdventureFrame, Atlas } from '../api/types';
import type { Point, Rooms } from './map';

type Mazes = AdventureFrame['mazes'];

/** A room's place in its maze. */
export interface MazePlace {
  maze: string;
  /** From 1, in the order of discovery. */
  number: number;
  /** The thing that was left there to know it by. */
  marker: string;
}

/** The rooms that stand in mazes, as known now. */
export function mazePlaces(rooms: Rooms, mazes: Mazes, atlas: Atlas): Map<string, MazePlace> {
  const places = new Map<string, MazePlace>();
  for (const [maze, inside] of Object.entries(atlas.mazes)) {
    const known = mazes[maze];
    for (const [index, room] of inside.entries()) {
      if (!known || !rooms[room]) continue;
      places.set(room, { maze, number: index + 1, marker: known.markers[room] ?? '' });
    }
  }
  return places;
}

export interface Enclosure {
  maze: string;
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
}

const AROUND = 44; // the numbers of ways stand around the rooms

/** A frame around the rooms of each maze that are known now. */
export function enclosures(
  mazes: Mazes,
  atlas: Atlas,
  places: ReadonlyMap<string, MazePlace>,
): Enclosure[] {
  const [width, height] = atlas.box as Point;
  const found: Enclosure[] = [];
  for (const [maze, known] of Object.entries(mazes)) {
    const corners = [...places]
      .filter(([, place]) => place.maze === maze)
      .map(([room]) => atlas.rooms[room] as Point | undefined)
      .filter((corner) => corner !== undefined);
    if (corners.length === 0) continue;
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
    const many = corners.length === 1 ? '1 room' : `${corners.length} rooms`;
    found.push({
      maze,
      x: left,
      y: top,
      width: Math.max(...xs) + width + AROUND - left,
      height: Math.max(...ys) + height + AROUND - top,
      label: `Maze, ${many}, ${PHASES[known.phase] ?? known.phase}`,
    });
  }
  return found;
}

/** What is being done about a maze. */
export const PHASES: Record<string, string> = {
  preparing: 'getting ready',
  exploring: 'being mapped',
  outside: 'being mapped; the company is outside just now',
  retrieving: 'mapped; markers are collected',
  leaving: 'mapped; on the way out',
  interrupted: 'must wait',
  mapped: 'mapped',
  given_up: 'given up',
};

/** The ways inside a maze out of one room, as bows: lines of all rooms would cover each other. */
export function bows(id: string, atlas: Atlas, rooms: Rooms): { key: string; path: string }[] {
  return Object.entries(rooms[id]?.exits ?? {}).flatMap(([way, exit]) => {
    const path =
      exit.to && exit.to !== id && inOneMaze(atlas, id, exit.to) ? bow(atlas, id, exit.to) : '';
    return path ? [{ key: `${id} ${way}`, path }] : [];
  });
}

/** Whether no line is drawn between two rooms because they are in the same maze. */
export function inOneMaze(atlas: Atlas, from: string, to: string): boolean {
  return Object.values(atlas.mazes).some((rooms) => rooms.includes(from) && rooms.includes(to));
}

/** A shallow bow between two rooms; the way back bows to the other side. */
export function bow(atlas: Atlas, from: string, to: string): string {
  const start = atlas.rooms[from];
  const end = atlas.rooms[to];
  if (!start || !end) return '';
  const [width, height] = atlas.box as Point;
  const [ax, ay] = [start[0]! + width / 2, start[1]! + height / 2];
  const [bx, by] = [end[0]! + width / 2, end[1]! + height / 2];
  const [mx, my] = [(ax + bx) / 2 - (by - ay) * 0.16, (ay + by) / 2 + (bx - ax) * 0.16];
  return `M${ax},${ay}Q${mx},${my} ${bx},${by}`;
}
