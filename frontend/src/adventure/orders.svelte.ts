/** What a person may tell the company to do, beside typing a line. */

import { Asking, wantToDecide } from '../episode/asking.svelte';
import type { Player } from '../episode/player.svelte';
import type { AdventureFrame } from '../api/types';

/** A step as the server takes it. */
export type Order = Record<string, unknown>;

export class Orders {
  readonly asking: Asking;

  constructor(readonly player: Player) {
    this.asking = new Asking(player);
  }

  /** Whether the newest turn is looked at and may be changed. */
  get mayChange(): boolean {
    const { player } = this;
    return player.mayChange && player.isLive && player.turn === player.last;
  }

  /** Whether the game waits for this person. */
  get isMine(): boolean {
    return this.mayChange && this.player.status === 'held';
  }

  /** Hold the game, so that a plan can be changed. */
  hold(): Promise<boolean> {
    wantToDecide(this.player.card!.id);
    return this.asking.send({ kind: 'pause' });
  }

  carryOut(steps: Order[]): Promise<boolean> {
    return this.asking.send({ kind: 'command', decision: { steps } });
  }

  goTo(room: string): Promise<boolean> {
    return this.carryOut([{ intent: 'go_to', target: room }]);
  }

  /** Give the plan up; the company decides anew, and goes on if it was playing. */
  async stop(): Promise<void> {
    const goesOn = this.player.status === 'playing';
    const told = 'give up the plan';
    if (!(await this.asking.send({ kind: 'command', decision: { stops: true } }, told))) return;
    if (goesOn) await this.asking.send({ kind: 'resume' }, told);
  }
}

/** What a line of a plan asks for: a walk to a known room, or a command as it stands. */
export function orderOf(line: string, frame: AdventureFrame): Order {
  const target = /^go to (.+)$/i.exec(line.trim())?.[1]?.toLowerCase();
  const known = Object.values(frame.rooms).find(({ name }) => name.toLowerCase() === target);
  return known ? { intent: 'go_to', target: known.name } : { command: line.trim() };
}

/** How many steps each room is away to which a way is known from where the player is. */
export function distances(frame: AdventureFrame): Map<string, number> {
  const found = new Map<string, number>(frame.here ? [[frame.here, 0]] : []);
  for (const [id, steps] of found) {
    for (const exit of Object.values(frame.rooms[id]?.exits ?? {})) {
      const walked = exit.status === 'explored' || exit.status === 'assumed';
      if (walked && exit.to && !found.has(exit.to)) found.set(exit.to, steps + 1);
    }
  }
  return found;
}
