/** Votes as they lie on the table: face down before the voter, or before whom they are for. */

import { nameOf, SKIP, type Details, type MafiaFrame } from './frame';
import { APART, SKIPPED_AT, tokenAt, type Point } from './geometry';

export interface Token {
  voter: number;
  at: Point;
  open: boolean;
  skips: boolean;
}

/** What stands on a seat's token: as much of its name as no other begins with, or its number. */
export function signOf(frame: MafiaFrame, seat: number): string {
  const name = nameOf(frame, seat);
  if (/\d$/.test(name)) return String(seat);
  const others = Object.entries(frame.seats).filter(([each]) => Number(each) !== seat);
  const alone = others.every(([, other]) => !other.name.startsWith(name[0]!));
  return name.slice(0, alone ? 1 : 2);
}

export function tokensOf(frame: MafiaFrame, details: Details | undefined): Token[] {
  const seats = Object.keys(frame.seats).length;
  // The turn of a count shows it, even where the frame after it has gone on to the night.
  const count = frame.votes.open ? undefined : details?.count;
  const cast = count?.ballots ?? frame.votes.cast;
  const voted = count ? Object.keys(count.ballots).map(Number) : frame.votes.voted;
  const piles = new Map<number, number[]>();
  const tokens: Token[] = [];
  for (const voter of voted) {
    const choice = cast[voter];
    if (choice !== undefined) piles.set(choice, [...(piles.get(choice) ?? []), voter]);
    else tokens.push({ voter, at: tokenAt(voter, seats, 0, 1), open: false, skips: false });
  }
  for (const [choice, voters] of piles)
    voters.forEach((voter, index) => {
      const skips = choice === SKIP;
      const at = skips
        ? { x: (index - (voters.length - 1) / 2) * APART, y: SKIPPED_AT }
        : tokenAt(choice, seats, index, voters.length);
      tokens.push({ voter, at, open: true, skips });
    });
  return tokens.sort((one, other) => one.voter - other.voter);
}
