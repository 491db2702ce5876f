/** What went wrong with what was asked for last. */

import { Trouble, words } from '../api/client';
import type { Player } from './player.svelte';

/** In one line; that the server cannot be reached is wrong only until it can. */
export class Wrong {
  #said = $state<string | null>(null);
  /** The connection, by its number, in which the server could not be reached. */
  #lostIn = $state<number | null>(null);

  constructor(readonly player: Player) {}

  get said(): string | null {
    return this.#lostIn === null || this.#lostIn === this.player.connections ? this.#said : null;
  }

  none() {
    this.#said = this.#lostIn = null;
  }

  is(error: unknown) {
    const fields = error instanceof Trouble ? Object.values(error.fields) : [];
    this.#said = fields[0] ?? words(error);
    this.#lostIn = error instanceof Trouble && error.isLost ? this.player.connections : null;
  }
}
