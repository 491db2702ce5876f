/** Where a page's turns come from: the server, or the file that holds them. */

import type {
  Atlas,
  Calls,
  EpisodeDocument,
  LiveStatus,
  LiveTurn,
  Marks,
  Metrics,
  SearchResult,
  Stretch,
} from '../api/types';

export interface Live {
  close(): void;
}

export interface LiveListener {
  turn(message: LiveTurn): void;
  status(message: LiveStatus): void;
  /** `null` once connected again; else when the next attempt is made, in ms since 1970. */
  connection(retryAt: number | null): void;
  /** The server will tell no more, and why. */
  refused(why: string): void;
}

export interface Source {
  /** As whom one looks; null: as the game has it. */
  viewer: string | null;
  /** Whether calls, figures and searches can be asked for. */
  readonly isWhole: boolean;
  episode(): Promise<EpisodeDocument>;
  stretch(first: number, last: number, signal?: AbortSignal): Promise<Stretch>;
  marks(): Promise<Marks>;
  atlas(): Promise<Atlas | null>;
  calls(turn: number, signal?: AbortSignal): Promise<Calls>;
  metrics(): Promise<Metrics>;
  /** Where words stand, from a turn on; `quick`: only near where the log has them. */
  search(words: string, from: number, quick: boolean, signal?: AbortSignal): Promise<SearchResult>;
  /** Listen from an event on; `fromSeq` is asked anew at each attempt. */
  listen(fromSeq: () => number, listener: LiveListener): Live | null;
}
