/** The company's agents, and where in a turn each is heard (the nine phases of a turn). */

const NAMES: Record<string, string> = {
  player: 'Player',
  critic: 'Critic',
  senses: 'Senses',
  puzzle_agent: 'Puzzle agent',
  solver: 'Maze solver',
  breaker: 'Loop breaking',
};

/** What an agent is called on the page. */
export function agentName(agent: string): string {
  return NAMES[agent] ?? agent.charAt(0).toUpperCase() + agent.slice(1).replaceAll('_', ' ');
}

/** The phases of a turn in the order in which a turn passes them. */
export const PHASES = [
  { name: 'Told', says: 'what the player is told is put together' },
  { name: 'Decided', says: 'the player decides' },
  { name: 'Typed', says: 'the command is typed' },
  { name: 'Heard', says: 'the story answers' },
  { name: 'Read', says: 'what it says is read' },
  { name: 'Puzzled', says: 'puzzles are looked at again' },
  { name: 'Judged', says: 'whether it is the end' },
  { name: 'Kept', says: 'the turn is written down' },
  { name: 'Shown', says: 'everybody is told' },
] as const;

const PHASE_OF: Record<string, number> = {
  map_reader: 4,
  item_reader: 4,
  puzzle_agent: 5,
  judge: 6,
  keeper: 6,
};
const DECIDED = 1;

/** The phase in which an agent is asked, by its place in `PHASES`. */
export function phaseOf(agent: string): number {
  return PHASE_OF[agent] ?? DECIDED;
}
