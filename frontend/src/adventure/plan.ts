/** What the plan's panel tells, so that no other tells it again. */

import type { AdventureFrame, Entry } from '../api/types';

type Thought = Entry['thoughts'][number];

/** Whether a plan is more than the one command that a turn's player chose. */
export function isTold(frame: AdventureFrame, entry: Entry): boolean {
  const plan = frame.plan;
  if (frame.goal !== undefined || frame.notes !== undefined) return true;
  if (plan === undefined) return false;
  const isOne =
    plan.by === 'player' &&
    plan.steps.length === 1 &&
    plan.over === 'done' &&
    plan.made === entry.turn;
  return !isOne || Boolean(plan.goal);
}

/** Whether the plan's panel says already what the player thought and did. */
export function tells(frame: AdventureFrame, thought: Thought): boolean {
  const plan = frame.plan;
  if (thought.agent !== 'player' || plan === undefined) return false;
  const saysSo = !thought.text || thought.text === plan.reasoning || thought.text === plan.goal;
  const did = thought.did?.trim();
  return saysSo && (did === undefined || plan.steps.some(({ text }) => text === did));
}
