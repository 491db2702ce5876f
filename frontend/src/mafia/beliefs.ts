/** Beliefs over the whole game, read from the frames of its turns. */

import type { Player } from '../episode/player.svelte';
import { frameOf } from './frame';

export type Chances = Record<string, number>;

/** What somebody believed from one turn to another. */
export interface Stretch {
  first: number;
  /** The turn after it. */
  end: number;
  chances: Chances;
}

/** The mean of what the living who are not mafia believe, where it is known who is. */
export function townMean(json: unknown): Chances {
  const frame = frameOf(json);
  const sums: Record<string, { sum: number; count: number }> = {};
  for (const [seat, chances] of Object.entries(frame.beliefs ?? {})) {
    const chair = frame.seats[seat];
    if (!chair?.alive || chair.mafia === true) continue;
    for (const [other, chance] of Object.entries(chances)) {
      const sum = (sums[other] ??= { sum: 0, count: 0 });
      sum.sum += chance;
      sum.count += 1;
    }
  }
  return Object.fromEntries(
    Object.entries(sums).map(([seat, { sum, count }]) => [seat, sum / count]),
  );
}

/** What a seat, or the town on average (null), believed in each stretch of turns at hand. */
export function overTime(player: Player, seat: string | null, last: number): Stretch[] {
  const found: Stretch[] = [];
  let before = '';
  for (let turn = 0; turn <= last; turn += 1) {
    const frame = player.stretches.get(turn)?.frame;
    if (!frame) continue;
    const chances = seat === null ? townMean(frame) : (frameOf(frame).beliefs?.[seat] ?? {});
    const now = JSON.stringify(chances);
    if (now !== before) {
      if (found.length) found.at(-1)!.end = turn;
      if (now !== '{}') found.push({ first: turn, end: last + 1, chances });
      before = now;
    }
  }
  return found;
}
