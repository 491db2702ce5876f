/** Points on a common axis of turns. */

import type { Series } from '../api/types';

type Points = Pick<Series, 'points'>;

/** The values of several series at every turn where one of them changes. */
export function aligned(
  series: Points[],
  turns: number,
): { xs: number[]; values: (number | null)[][] } {
  const xs = [
    ...new Set([0, ...series.flatMap((one) => one.points.map(([turn]) => turn as number)), turns]),
  ].toSorted((a, b) => a - b);
  const values = series.map((one) => {
    let index = 0;
    let value: number | null = null;
    return xs.map((x) => {
      while (index < one.points.length && (one.points[index]![0] as number) <= x) {
        value = one.points[index]![1] as number;
        index += 1;
      }
      return value;
    });
  });
  return { xs, values };
}
