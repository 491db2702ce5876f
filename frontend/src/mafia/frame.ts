/** The table's documents, as the server makes them. */

import type { components } from '../api/schema';
import type { Entry } from '../api/types';

type Schemas = components['schemas'];

export type MafiaFrame = Schemas['MafiaFrame'];
export type SeatFrame = Schemas['SeatFrame'];
export type Details = Schemas['MafiaDetails'];
export type Asked = Schemas['Asked'];
export type TableDocument = Schemas['TableDocument'];
export type Chair = Schemas['ChairDocument'];

/** What somebody's words say, as fields. */
export type Said = Partial<
  Pick<Schemas['AnswerRequest'], 'claims' | 'findings' | 'accuses' | 'defends'>
>;

/** A vote for nobody, or a night on which nobody is to be killed. */
export const SKIP = -1;

export const frameOf = (json: unknown) => json as MafiaFrame;
export const detailsOf = (entry: Entry) => entry.details as Details | undefined;

export function nameOf(frame: MafiaFrame, seat: number): string {
  return seat === SKIP ? 'nobody' : (frame.seats[seat]?.name ?? `Seat ${seat}`);
}

/** Who has won, in words. */
export function winnerOf(frame: MafiaFrame): string {
  const one = frame.winners?.length === 1 ? frame.seats[frame.winners[0]!]?.name : undefined;
  if (frame.winner === 'nobody' || frame.winner === undefined) return 'Nobody has won.';
  if (frame.winner === 'alone') return `${one ?? 'One of them'} wins alone.`;
  return `The ${frame.winner} wins.`;
}

/** What an agent at the table is called on the page. */
export function agentName(agent: string, frame: MafiaFrame | null): string {
  const seat = /^seat:(\d+)$/.exec(agent)?.[1];
  if (seat !== undefined) return frame?.seats[seat]?.name ?? `Seat ${seat}`;
  return agent.charAt(0).toUpperCase() + agent.slice(1);
}

export function isNight(frame: MafiaFrame): boolean {
  return frame.phase === 'night' || frame.phase === 'night zero';
}

/** The hour, in words. */
export function hourOf(frame: MafiaFrame): string {
  if (frame.phase === 'seating') return 'They sit down';
  if (frame.phase === 'over') return 'It is over';
  if (frame.phase === 'night zero') return 'The first night';
  if (frame.phase === 'night') return `Night ${frame.day}`;
  const part = frame.phase === 'day' ? '' : `, ${frame.phase}`;
  return `Day ${frame.day}${part}`;
}
