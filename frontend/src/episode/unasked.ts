/** Why an episode has no call to a model. */

import type { EpisodeCard } from '../api/types';

/** Who plays without asking a model, by the name that lists give them. */
const WITHOUT: Record<string, Record<string, string>> = {
  adventure: {
    offline: 'the company decided by rules',
    random: 'the player picks at random',
    human: 'a person plays',
  },
  mafia: {
    offline: 'the players decided by rules',
    random: 'the players pick at random',
    human: 'a person plays',
  },
  story: { offline: 'the book was searched by rules' },
};

/** What is so, and why where that is known: of an episode's models, one may still be asked. */
export function unasked(what: string, card: EpisodeCard | null | undefined): string {
  const names = card ? card.model.split(', ') : [];
  const why = names.map((name) => WITHOUT[card!.game]?.[name]);
  return why.length && why.every(Boolean) ? `${what}: ${why.join(', ')}.` : `${what}.`;
}
