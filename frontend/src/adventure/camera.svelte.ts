/** Which part of the map is seen, and how large: it follows the player until somebody moves it. */

import type { Point } from './map';

const FAR = 0.12;
const NEAR = 2.4;
/** Pixels around the map when all of it is shown. */
const MARGIN = 40;
/** Pixels between a room and what lies over the map. */
const GAP = 12;
/** A maze is read by its numbers: from here on all of it is shown. */
const MAZE_READABLE = 0.5;
/** Pixels around a maze, whose frame stands apart from its rooms already. */
const MAZE_MARGIN = 24;
/** Units of the map between a room and the edge of a view that was made for it. */
const BESIDE = 8;
/** How far from the middle the player may stand in a new view, as a share of its size. */
const FROM_MIDDLE = 0.27;

/** What of the map is known: its upper left corner and its size. */
export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The scales of a map on a desk, and of one across the room. */
const SCALES = {
  desk: { largest: 1.5, whole: 1.25, atRest: 0.84, readable: 0.72 },
  wall: { largest: 2, whole: 2, atRest: 1.3, readable: 1.1 },
};

export class Camera {
  width = $state(0);
  height = $state(0);
  at = $state.raw({ x: 0, y: 0, scale: 1 });
  glides = $state(false);
  follows = $state(true);
  /** For a screen across the room. */
  large = $state(false);
  /** The upper left corners of the rooms, and the size of each. */
  rooms: readonly Point[] = [];
  box: Point = [0, 0];
  #settledAt = $state('');
  #wasLarge = false;
  /** Whether the view was made for a maze. */
  #isMaze = false;
  /** Whether somebody chose the size: it is theirs until all is shown again. */
  #isChosen = false;

  get #scales() {
    return this.large ? SCALES.wall : SCALES.desk;
  }

  look(to: Point, scale: number, glide: boolean) {
    this.glides = glide;
    this.at = { x: this.width / 2 - to[0] * scale, y: this.height / 2 - to[1] * scale, scale };
  }

  /** Show all of the map. */
  fit(extent: Extent, glide = true) {
    this.follows = false;
    this.#isChosen = false;
    this.look(middle(extent), this.#fitting(extent), glide);
  }

  /** Put the player in the middle, and go along from now on. */
  centre(lamp: Point | null, glide = true) {
    this.follows = true;
    if (lamp) this.look(lamp, Math.max(this.at.scale, this.#scales.readable), glide);
  }

  /** Begin with all of the map if its names can then be read, else with the part around the
   * player: all of the maze, if they stand in one. In a view of another size the map is as large as
   * it was. */
  settle(extent: Extent, lamp: Point | null, maze?: Extent) {
    const size = `${this.width}x${this.height} ${this.large}`;
    if (this.width === 0 || this.height === 0 || size === this.#settledAt) return;
    const isAnew = this.#settledAt === '' || this.large !== this.#wasLarge;
    this.#settledAt = size;
    this.#wasLarge = this.large;
    if (!this.follows) return;
    if (isAnew) this.#isChosen = false;
    const { whole, atRest } = this.#scales;
    const { seen, fitting, fits, isMaze } = this.#best(extent, maze);
    const begun = fits ? Math.min(fitting, whole) : atRest;
    const scale = isAnew || isMaze ? begun : this.at.scale;
    this.#isMaze = isMaze;
    this.look(isMaze ? middle(seen) : this.#framing(extent, lamp, scale), scale, !isAnew);
  }

  /** Move only when the player comes near the edge, or when the map has grown out of the view: then
   * all of it is shown, or as much as can be read. What did not change stays still. */
  follow(extent: Extent, lamp: Point | null, box: Point, maze?: Extent) {
    if (!this.follows || !lamp || this.#settledAt === '') return;
    const { x: left, y: top, scale } = this.at;
    const [x, y] = [lamp[0] * scale + left, lamp[1] * scale + top];
    const nearX = Math.min(this.width * 0.3, (box[0] / 2) * scale + 24);
    const nearY = Math.min(this.height * 0.3, (box[1] / 2) * scale + 40);
    const isNear = x < nearX || x > this.width - nearX || y < nearY || y > this.height - nearY;
    const { atRest } = this.#scales;
    const { seen, fitting, fits, isMaze } = this.#best(extent, maze);
    const grew = !this.#isChosen && !this.#sees(seen) && (fits || scale > atRest);
    const isOut = this.#isMaze && !isMaze && !this.#isChosen;
    if (!(isNear && !isMaze) && !grew && !isOut) return;
    this.#isMaze = isMaze;
    const best = fits ? fitting : atRest;
    const next = this.#isChosen ? scale : isOut ? best : Math.min(scale, best);
    const to = isMaze && !this.#isChosen ? middle(seen) : this.#framing(extent, lamp, next);
    this.look(to, next, true);
  }

  /** What is shown if it can be read: all of the map, else all of the maze around the player. */
  #best(extent: Extent, maze?: Extent) {
    const whole = this.#fitting(extent);
    const isWhole = whole >= this.#scales.readable;
    const part = maze && !isWhole ? this.#fitting(maze, MAZE_MARGIN) : 0;
    return part >= MAZE_READABLE
      ? { seen: maze!, fitting: part, fits: true, isMaze: true }
      : { seen: extent, fitting: whole, fits: isWhole, isMaze: false };
  }

  /** Move up what lies under something in the lower left corner of the view, given by its own
   * upper right corner: the first place for certain, the second as far as the first stays seen. */
  clear([right, top]: Point, first: Extent | undefined, second: Extent | undefined) {
    const { x: dx, y: dy, scale } = this.at;
    const under = (place: Extent): number => {
      const [left, low] = [place.x * scale + dx, (place.y + place.height) * scale + dy];
      const isBeside = left > right + GAP || left + place.width * scale < 0;
      return isBeside || low - place.height * scale > this.height ? 0 : low - top + GAP;
    };
    let up = Math.max(0, first ? under(first) : 0);
    if (second) {
      const spare = first ? first.y * scale + dy - GAP : Infinity;
      up = Math.max(up, Math.min(under(second), spare));
    }
    if (up === 0) return;
    this.glides = true;
    this.at = { x: dx, y: dy - up, scale };
  }

  zoom(factor: number, around: Point = [this.width / 2, this.height / 2], glide = true) {
    this.#isChosen = true;
    const { x, y, scale: before } = this.at;
    const scale = Math.min(NEAR, Math.max(FAR, before * factor));
    const ratio = scale / before;
    this.glides = glide;
    this.at = {
      x: around[0] - (around[0] - x) * ratio,
      y: around[1] - (around[1] - y) * ratio,
      scale,
    };
  }

  pan(dx: number, dy: number, glide = false) {
    this.glides = glide;
    this.follows = false;
    this.at = { ...this.at, x: this.at.x + dx, y: this.at.y + dy };
  }

  #sees({ x, y, width, height }: Extent): boolean {
    const { x: left, y: top, scale } = this.at;
    return (
      x * scale + left >= 0 &&
      y * scale + top >= 0 &&
      (x + width) * scale + left <= this.width &&
      (y + height) * scale + top <= this.height
    );
  }

  #fitting(extent: Extent, margin = MARGIN): number {
    const whole = Math.min(
      (this.width - margin) / Math.max(extent.width, 1),
      (this.height - margin) / Math.max(extent.height, 1),
    );
    return Math.min(this.#scales.largest, Math.max(FAR, whole));
  }

  /** The point nearest to the player around which the map fills the view, and the view's edges cut
   * no room. */
  #framing(extent: Extent, lamp: Point | null, scale: number): Point {
    const along = (
      at: number,
      axis: 0 | 1,
      start: number,
      length: number,
      view: number,
    ): number => {
      const room = Math.max(0, length - (view - MARGIN) / scale);
      const centre = start + length / 2;
      if (room === 0) return centre; // all of it is seen
      const full = Math.min(centre + room / 2, Math.max(centre - room / 2, at));
      const reach = (view * FROM_MIDDLE) / scale;
      const framed = Math.min(at + reach, Math.max(at - reach, full));
      return uncut(
        framed,
        view / scale,
        this.rooms.map((corner) => corner[axis]),
        this.box[axis],
      );
    };
    const [x, y] = lamp ?? middle(extent);
    return [
      along(x, 0, extent.x, extent.width, this.width),
      along(y, 1, extent.y, extent.height, this.height),
    ];
  }
}

/** The middle of a view, moved as little as need be for its edges to cut no room: at most by one. */
function uncut(centre: number, view: number, rooms: readonly number[], size: number): number {
  const starts = [...new Set(rooms)];
  const cut = (at: number) =>
    [at - view / 2, at + view / 2].filter((edge) =>
      starts.some((start) => start - BESIDE < edge && edge < start + size + BESIDE),
    ).length;
  const moved = [-1, 1].flatMap((side) =>
    starts
      .flatMap((start) => [start - BESIDE, start + size + BESIDE])
      .map((edge) => edge - side * (view / 2)),
  );
  return [centre, ...moved.filter((at) => Math.abs(at - centre) <= size)].reduce((best, at) => {
    const fewer = cut(at) - cut(best);
    return fewer < 0 || (fewer === 0 && Math.abs(at - centre) < Math.abs(best - centre))
      ? at
      : best;
  });
}

function middle(extent: Extent): Point {
  return [extent.x + extent.width / 2, extent.y + extent.height / 2];
}
