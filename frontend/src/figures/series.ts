/** Points on a common axis of turns. */

import { count } from '../lib/format';

export interface Line {
  points: readonly (readonly number[])[];
  /** The turn after which there is nothing more to draw. */
  end: number;
}

/** The values of several lines at every turn where one of them changes; none beyond its end. */
export function aligned(lines: Line[]): { xs: number[]; values: (number | null)[][] } {
  const turns = lines.flatMap((line) => [...line.points.map(([turn]) => turn!), line.end]);
  const xs = [...new Set([0, ...turns])].toSorted((a, b) => a - b);
  const values = lines.map(({ points, end }) => {
    let index = 0;
    let value: number | null = null;
    return xs.map((x) => {
      while (index < points.length && points[index]![0]! <= x) {
        value = points[index]![1]!;
        index += 1;
      }
      return x <= end ? value : null;
    });
  });
  return { xs, values };
}

/** What an axis of such values shows, and how one is told: whole numbers where all are. */
export function toldAs(values: readonly (readonly (number | null)[])[]): {
  whole: boolean;
  format: (value: number) => string;
} {
  const whole = values.flat().every((value) => value === null || Number.isInteger(value));
  return { whole, format: whole ? count : (value) => value.toFixed(2) };
}
