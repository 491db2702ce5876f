/** How lines of one chart are told apart: never by colour alone, and no two alike. */

const COLOURS = ['--lamp', '--cool', '--good', '--danger', '--violet', '--quiet'];
const DASHES: (number[] | undefined)[] = [undefined, [7, 4], [2, 3], [12, 4, 2, 4], [4, 8]];

export interface Stroke {
  colour: string;
  dash?: number[];
}

/** The stroke of the nth line. Neighbours differ in colour; a colour comes again only dashed. */
export function stroke(index: number): Stroke {
  const dash = DASHES[Math.floor(index / COLOURS.length) % DASHES.length];
  return { colour: COLOURS[index % COLOURS.length]!, ...(dash ? { dash } : {}) };
}
