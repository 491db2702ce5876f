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

/** What a seat is, among those who are the same. */
export function roleOf(frame: MafiaFrame, { role }: Schemas['OwnFrame']): string {
  const alike = frame.composition[role] ?? 1;
  return alike > 1 ? `one of ${alike} ${role === 'mafia' ? role : `${role}s`}` : `the ${role}`;
}

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

/** The phase in which something is said, where that is called otherwise. */
const SPOKEN_IN: Record<string, string> = { speech: 'day', reply: 'replies' };

/** What a phase of the day is called; the day itself is called by its number. */
const CALLED: Record<string, string> = {
  bidding: 'who speaks when',
  replies: 'answers',
  vote: 'the vote',
  defence: 'the tied defend themselves',
  rebuttal: 'the tied answer each other',
  revote: 'the revote',
};

/** The phase that a turn tells of: when what was said last in it ends the day, the frame after it is
 * of the night already. */
function phaseOf(frame: MafiaFrame, details: Details | undefined): string {
  if (frame.phase === 'over') return frame.phase;
  const { spoken, count } = details ?? {};
  if (spoken) return SPOKEN_IN[spoken.kind] ?? spoken.kind;
  return count ? 'vote' : frame.phase;
}

export function isNight(frame: MafiaFrame, details: Details | undefined): boolean {
  return phaseOf(frame, details).startsWith('night');
}

/** The hour that a turn tells of, in words. */
export function hourOf(frame: MafiaFrame, details: Details | undefined): string {
  const phase = phaseOf(frame, details);
  if (phase === 'seating') return 'They sit down';
  if (phase === 'over') return 'It is over';
  if (phase === 'night zero') return 'The first night';
  if (phase === 'night') return `Night ${frame.day}`;
  return phase === 'day' ? `Day ${frame.day}` : `Day ${frame.day}, ${CALLED[phase] ?? phase}`;
}

/** What a speaker says beside the words: whom they name, what they claim, for and against whom. */
export function besideWords(frame: MafiaFrame, entry: Entry): string {
  const { nomination, claims, accuses = [], defends = [] } = detailsOf(entry)?.spoken ?? {};
  const list = (seats: readonly number[]) => seats.map((seat) => nameOf(frame, seat)).join(' and ');
  const accused = accuses.filter((seat) => seat !== nomination);
  return [
    nomination === undefined ? '' : `names ${nameOf(frame, nomination)}`,
    claims ? `claims to be ${claims}` : '',
    accused.length ? `accuses ${list(accused)}` : '',
    defends.length ? `speaks for ${list(defends)}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
