/** The book that lies open beside the conversation: which page, and what is looked for in it. */

import { get, words } from '../api/client';
import type { BookPage } from '../api/types';

export class Reading {
  page = $state.raw<BookPage | null>(null);
  /** The passage that was asked for last. */
  wanted = $state<string | null>(null);
  /** Grows with each asking, so that the same passage can be asked for again. */
  asked = $state(0);
  failure = $state<string | null>(null);
  /** What is to stand in the field where the player speaks. */
  draft = $state<{ text: string; count: number }>({ text: '', count: 0 });
  /** What was said, and the turn that is to answer it. */
  said = $state.raw<{ text: string; turn: number }[]>([]);
  #asking: AbortController | null = null;

  constructor(readonly episode: string) {}

  /** Open the book at a passage. */
  async at(passage: string): Promise<void> {
    if (!this.page?.passages.some((each) => each.id === passage)) await this.#load({ passage });
    this.wanted = passage;
    this.asked += 1;
  }

  /** Turn to a page. */
  async turn(page: number): Promise<void> {
    await this.#load({ page });
    this.wanted = null;
    this.asked += 1;
  }

  /** Say something when so many turns are over: it waits for what was said before. */
  say(text: string, last: number): void {
    const before = this.said.filter(({ turn }) => turn > last);
    this.said = [...before, { text, turn: (before.at(-1)?.turn ?? last) + 1 }];
  }

  /** What was said last could not be sent. */
  unsay(): void {
    this.said = this.said.slice(0, -1);
  }

  /** Put words into the player's mouth, to be said or changed. */
  suggest(text: string): void {
    this.draft = { text, count: this.draft.count + 1 };
  }

  async #load(query: { passage: string } | { page: number }): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    try {
      this.page = await get<BookPage>(`/episodes/${this.episode}/book`, query, asking.signal);
      this.failure = null;
    } catch (error) {
      if (!asking.signal.aborted) this.failure = words(error);
    }
  }
}

let open: Reading | null = null;

/** The book of an episode; the panes of a page share it. */
export function readingOf(episode: string): Reading {
  if (open?.episode !== episode) open = new Reading(episode);
  return open;
}
