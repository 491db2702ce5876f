/** What passes between two seats: accusations, defences, names, and what is done in the dark. */

import { SKIP, type Details, type MafiaFrame } from './frame';

export const KINDS = ['accuses', 'names', 'defends', 'kill', 'act'] as const;
export type ArcKind = (typeof KINDS)[number];

export interface Arc {
  from: number;
  to: number;
  kind: ArcKind;
  /** Whether it is of this turn, or of earlier in the day. */
  fresh: boolean;
}

export function arcsOf(frame: MafiaFrame, details: Details | undefined): Arc[] {
  const spoken = details?.spoken;
  const arcs: Arc[] = [];
  const say = (said: Record<string, number[]>, kind: ArcKind) => {
    for (const [seat, others] of Object.entries(said)) {
      const from = Number(seat);
      for (const to of new Set(others)) arcs.push({ from, to, kind, fresh: spoken?.seat === from });
    }
  };
  const act = (seat: string, to: number, kind: ArcKind) => {
    if (to !== SKIP) arcs.push({ from: Number(seat), to, kind, fresh: true });
  };
  say(frame.defences, 'defends');
  say(frame.accusations, 'accuses');
  const named = spoken?.nomination;
  if (spoken && named !== undefined && !spoken.accuses.includes(named))
    arcs.push({ from: spoken.seat, to: named, kind: 'names', fresh: true });
  for (const [seat, to] of Object.entries(frame.night?.proposals ?? {})) act(seat, to, 'kill');
  for (const [seat, { target }] of Object.entries(frame.night?.acts ?? {}))
    act(seat, target, 'act');
  return arcs.filter(({ from, to }) => from !== to);
}
