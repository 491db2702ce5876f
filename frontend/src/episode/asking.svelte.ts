/** Asking something of a running game, with what came of it. */

import { post, Trouble, words } from '../api/client';
import type { ControlRequest } from '../api/types';
import type { Player } from './player.svelte';

export class Asking {
  busy = $state(false);
  /** What is wrong with the last request, in one line. */
  wrong = $state<string | null>(null);

  constructor(readonly player: Player) {}

  /** Send a request; return whether it was taken down. */
  async send(request: ControlRequest): Promise<boolean> {
    this.busy = true;
    this.wrong = null;
    try {
      await post(`/episodes/${this.player.card!.id}/control`, request);
      this.player.toNow();
      return true;
    } catch (error) {
      const fields = error instanceof Trouble ? Object.values(error.fields) : [];
      this.wrong = fields[0] ?? words(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
