/** Turns from the file that the page stands in: an exported episode, whole and offline. */

import type {
  Atlas,
  Calls,
  EpisodeDocument,
  Marks,
  Metrics,
  SearchResult,
  Stretch,
} from '../api/types';
import { patched, type Json } from '../lib/patch';
import type { Live, Source } from './source';
import { LENGTH, walked } from './stretches';

/** What `ludens export --format html` writes into the file. */
export interface Recorded {
  episode: EpisodeDocument;
  atlas: Atlas | null;
  marks: Marks;
  stretch: Stretch;
}

export class FileSource implements Source {
  viewer: string | null = null;
  readonly isWhole = false;
  /** A frame for the first turn of each stretch, folded as far as was needed so far. */
  #frames: Json[];

  constructor(readonly recorded: Recorded) {
    this.#frames = [recorded.stretch.frame as Json];
  }

  async episode(): Promise<EpisodeDocument> {
    return this.recorded.episode;
  }

  async stretch(first: number, last: number): Promise<Stretch> {
    const { turns } = this.recorded.stretch;
    const key = Math.floor(first / LENGTH);
    while (this.#frames.length <= key) {
      const from = (this.#frames.length - 1) * LENGTH;
      let frame = this.#frames.at(-1)!;
      for (const { patch } of turns.slice(from + 1, from + LENGTH + 1)) {
        frame = patched(frame, patch as Json);
      }
      this.#frames.push(frame);
    }
    const trail = turns
      .slice(0, first)
      .flatMap(({ entry }) => {
        const step = walked(entry);
        return step ? [step] : [];
      })
      .slice(-10);
    return {
      first,
      last: Math.min(last, turns.length - 1),
      frame: this.#frames[key]!,
      trail,
      turns: turns.slice(first, last + 1),
    };
  }

  async marks(): Promise<Marks> {
    return this.recorded.marks;
  }

  async atlas(): Promise<Atlas | null> {
    return this.recorded.atlas;
  }

  calls(): Promise<Calls> {
    return Promise.reject(new Error('The calls are not in this file.'));
  }

  metrics(): Promise<Metrics> {
    return Promise.reject(new Error('The figures are not in this file.'));
  }

  search(): Promise<SearchResult> {
    return Promise.reject(new Error('This file cannot be searched.'));
  }

  listen(): Live | null {
    return null;
  }
}
