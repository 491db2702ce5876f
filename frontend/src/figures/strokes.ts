/** How lines of one chart are told apart: never by colour alone, and no two alike. */

const COLOURS = ['--lamp', '--cool', '--good', '--danger', '--violet', '--quiet'];
/** How many lines are told apart by their colours alone. */
export const PLAIN = COLOURS.length;
/** How a line is drawn, and the border by which a legend tells it. */
const KINDS = [
  { edge: 'solid' },
  { dash: [7, 4], edge: 'dashed' },
  { dash: [2, 3], edge: 'dotted' },
  { dash: [12, 4, 2, 4], edge: 'double' },
];

export interface Stroke {
  colour: string;
  edge: string;
  dash?: number[];
}

/** The stroke of the nth line. Neighbours differ in colour; a colour comes again only dashed. */
export function stroke(index: number): Stroke {
  const kind = KINDS[Math.floor(index / COLOURS.length) % KINDS.length]!;
  return { colour: COLOURS[index % COLOURS.length]!, ...kind };
}
