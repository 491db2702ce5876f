/** What the agents of an episode are called on pages that show none of its turns. */

import { get } from '../api/client';
import type { EpisodeCard, Stretch } from '../api/types';
import type { Json } from '../lib/patch';
import { nameOf, pageOf, type GamePage } from '../games';

export class Names {
  #page = $state.raw<GamePage | null>(null);
  #frame = $state.raw<Json | null>(null);

  /** Find who sits where at a table; other agents are called by their roles. */
  async find(card: EpisodeCard) {
    if (card.game !== 'mafia' || this.#page) return;
    const first = { first: 0, last: 0 };
    const [page, stretch] = await Promise.all([
      pageOf(card.game),
      get<Stretch>(`/episodes/${card.id}/stretch`, first),
    ]);
    this.#frame = stretch.frame as Json;
    this.#page = page;
  }

  of(agent: string): string {
    if (agent.startsWith('seat:')) return nameOf(agent, this.#page, this.#frame);
    return agent.replaceAll('_', ' ') || 'agent';
  }
}
