/** Asking something of a running game, with what came of it. */

import { tick } from 'svelte';
import { post } from '../api/client';
import type { ControlRequest } from '../api/types';
import { router } from '../router.svelte';
import type { Asked, Player } from './player.svelte';
import { Wrong } from './wrong.svelte';

/** Episodes that somebody on this page asked to decide in: there what is typed goes into the line. */
const ours = new Set<string>();

/** Say that a person wants to decide in an episode, here and now. */
export function wantToDecide(episode: string) {
  ours.add(episode);
}

/** Whether it was said so, also before the page was loaded anew. */
export function wantsToDecide(episode: string): boolean {
  return ours.has(episode) || (history.state as { decides?: string } | null)?.decides === episode;
}

/** Keep it with the page's address, for when the page is loaded anew. */
export function keepDeciding(episode: string) {
  history.replaceState({ ...history.state, decides: episode }, '');
}

export class Asking {
  busy = $state(false);
  readonly #wrong: Wrong;
  /** What was decided while an old turn is looked at: it has to be said where it is meant. */
  unclear = $state.raw<ControlRequest | null>(null);

  constructor(readonly player: Player) {
    this.#wrong = new Wrong(player);
  }

  /** What is wrong with the last request. */
  get wrong(): string | null {
    return this.#wrong.said;
  }

  /** Send a request; return whether it was taken down. */
  async send(request: ControlRequest, told: Asked = request.kind): Promise<boolean> {
    const { player } = this;
    if (request.kind === 'command' && player.turn < player.last) {
      this.unclear = request;
      return false;
    }
    return this.#ask(async () => {
      // A game that waits takes it up at once: there is no turn to wait for.
      player.asked = player.status === 'held' && !player.underWay ? null : told;
      await post(`/episodes/${player.card!.id}/control`, request);
      player.toNow();
    });
  }

  /** It is meant for the newest turn. */
  async now(): Promise<boolean> {
    const request = this.unclear;
    this.unclear = null;
    if (!request) return false;
    this.player.toNow();
    return this.send(request);
  }

  /** It is meant for the turn that is looked at: a fork decides so there. */
  async fork(): Promise<boolean> {
    const { player, unclear } = this;
    if (!unclear) return false;
    if (!(await this.elsewhere(player.turn, unclear))) return false;
    this.unclear = null;
    return true;
  }

  /** Decide so after a turn, in a fork; a fork with a seed of its own throws other dice. */
  async elsewhere(
    turn: number,
    request: ControlRequest,
    { seed, onmade }: { seed?: number; onmade?: (episode: string) => void } = {},
  ): Promise<boolean> {
    return this.#ask(async () => {
      const made = await post<{ episode: string }>(`/episodes/${this.player.card!.id}/fork`, {
        turn,
        hold: true,
        ...(seed === undefined ? {} : { seed }),
      });
      await post(`/episodes/${made.episode}/control`, request);
      wantToDecide(made.episode);
      onmade?.(made.episode);
      router.go(`/episodes/${made.episode}`);
    });
  }

  async #ask(request: () => Promise<void>): Promise<boolean> {
    const before = document.activeElement;
    this.busy = true;
    this.#wrong.none();
    try {
      await request();
      return true;
    } catch (error) {
      this.player.asked = null;
      this.#wrong.is(error);
      return false;
    } finally {
      this.busy = false;
      await tick();
      // What was pressed could not keep the focus while it was busy.
      const button = before instanceof HTMLButtonElement ? before : null;
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    }
  }
}
