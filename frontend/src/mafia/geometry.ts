/** Where things stand on the round table: a square of 620 by 620, its middle at 0, 0. */

export interface Point {
  x: number;
  y: number;
}

export const REACH = 310;
/** From the middle to the chairs, to the tokens before them, and to the table's edge. */
const CHAIRS = 228;
const TOKENS = 166;
export const EDGE = 186;
/** Between two tokens of a pile. */
export const APART = 17;
/** How far below the middle the votes to skip lie. */
export const SKIPPED_AT = 118;

function around(seat: number, seats: number, radius: number): Point {
  const angle = (2 * Math.PI * seat) / seats - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

export const chairAt = (seat: number, seats: number) => around(seat, seats, CHAIRS);

/** The nth of the tokens that lie before a chair; they spread along the edge. */
export function tokenAt(seat: number, seats: number, index: number, of: number): Point {
  const apart = APART / TOKENS;
  const angle = (2 * Math.PI * seat) / seats - Math.PI / 2 + (index - (of - 1) / 2) * apart;
  return { x: TOKENS * Math.cos(angle), y: TOKENS * Math.sin(angle) };
}

/** How near to the middle an arc comes where nothing stands there, of the way of a straight line. */
const BEND = 0.675;

/** An arc over the table from one chair to another, ending at its edge; it passes by what stands in
 * the middle, which reaches `words` to each side. */
export function arc(from: number, to: number, seats: number, words: Point): string {
  const start = around(from, seats, EDGE);
  const end = around(to, seats, EDGE - 8);
  const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const long = Math.hypot(half.x, half.y);
  const straight = Math.hypot(end.x - start.x, end.y - start.y);
  // Between chairs that face each other either side is as good.
  const side =
    long > EDGE / 10
      ? { x: half.x / long, y: half.y / long }
      : { x: (start.y - end.y) / straight, y: (end.x - start.x) / straight };
  const clear = Math.min(EDGE, Math.hypot(words.x * side.x, words.y * side.y));
  const turn = 2 * Math.max(BEND * long, clear) - long;
  const show = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;
  return `M${show(start)}Q${show({ x: side.x * turn, y: side.y * turn })} ${show(end)}`;
}
