/** What the scrubber marks: moments with their shapes, and stretches of turns. */

/** Kinds of marks in the order of their rows, with their shapes on a 8 by 8 grid. */
export const KINDS: readonly { kind: string; name: string; shape: string }[] = [
  { kind: 'room', name: 'rooms', shape: 'M1.5 1.5h5v5h-5z' },
  { kind: 'score', name: 'points', shape: 'M4 .8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z' },
  { kind: 'puzzle', name: 'puzzles', shape: 'M4 .5 7.5 4 4 7.5.5 4z' },
  {
    kind: 'solved',
    name: 'solved',
    shape: 'M4 .3 5 2.9l2.7.1-2.1 1.7.7 2.7L4 5.9 1.7 7.4l.7-2.7L.3 3 3 2.9z',
  },
  { kind: 'death', name: 'deaths', shape: 'M1.3 1.3l5.4 5.4M6.7 1.3 1.3 6.7' },
  {
    kind: 'victory',
    name: 'won',
    shape: 'M4 .3 5 2.9l2.7.1-2.1 1.7.7 2.7L4 5.9 1.7 7.4l.7-2.7L.3 3 3 2.9z',
  },
  { kind: 'lost', name: 'lost', shape: 'M1.3 1.3l5.4 5.4M6.7 1.3 1.3 6.7' },
  {
    kind: 'met',
    name: 'met',
    shape: 'M4 .8a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 4 .8zM1 7.4a3 3 0 0 1 6 0z',
  },
  { kind: 'day', name: 'days', shape: 'M4 1.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z' },
  { kind: 'night', name: 'nights', shape: 'M5.2 1a3.2 3.2 0 1 0 1.9 4.9A3 3 0 0 1 5.2 1z' },
  { kind: 'tie', name: 'ties', shape: 'M1 2.6h6M1 5.4h6' },
  { kind: 'claim', name: 'claims', shape: 'M1 1h6v4H4L2 7V5H1z' },
  { kind: 'stuck', name: 'ways out', shape: 'M4 .6 7.6 7.2H.4z' },
  { kind: 'fork', name: 'fork', shape: 'M4 7.5V.5M4 5c0-2 3-1.5 3-4' },
  { kind: 'end', name: 'end', shape: 'M4 .5v7' },
];
/** Kinds in the lower row; the others stand above it, so that neither hides the other. */
export const LOW: ReadonlySet<string> = new Set(['room', 'met', 'day', 'night', 'fork', 'end']);
export const BANDS: Record<string, string> = {
  stuck: 'nothing gained',
  loop: 'in circles',
  maze: 'in a maze',
};

/** Kinds of notes that become marks as they come, on a live page. */
export const MARKED: ReadonlySet<string> = new Set(KINDS.map(({ kind }) => kind));
