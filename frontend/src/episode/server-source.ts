/** Turns from the server, live ones over a WebSocket that comes back by itself. */

import { get, liveAddress, type Query } from '../api/client';
import type {
  Atlas,
  Calls,
  EpisodeDocument,
  LiveStatus,
  LiveTurn,
  MapDocument,
  Marks,
  Metrics,
  SearchResult,
  Stretch,
} from '../api/types';
import type { Live, LiveListener, Source } from './source';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Codes with which it is not tried again: no such episode, not for this viewer, no token. */
const FINAL: ReadonlySet<number> = new Set([4404, 4403, 4500, 1008]);

export class ServerSource implements Source {
  readonly isWhole = true;
  viewer: string | null = null;
  readonly #path: string;

  constructor(readonly id: string) {
    this.#path = `/episodes/${encodeURIComponent(id)}`;
  }

  episode(): Promise<EpisodeDocument> {
    return this.#get('');
  }

  stretch(first: number, last: number, signal?: AbortSignal): Promise<Stretch> {
    return this.#get('/stretch', { first, last }, signal);
  }

  marks(): Promise<Marks> {
    return this.#get('/marks');
  }

  async atlas(): Promise<Atlas | null> {
    return (await this.#get<MapDocument>('/map')).atlas;
  }

  calls(turn: number, signal?: AbortSignal): Promise<Calls> {
    return this.#get(`/turns/${turn}/calls`, {}, signal);
  }

  metrics(): Promise<Metrics> {
    return this.#get('/metrics');
  }

  search(words: string, from: number, quick: boolean, signal?: AbortSignal): Promise<SearchResult> {
    return this.#get('/search', { words, from_turn: from, quick }, signal);
  }

  listen(fromSeq: () => number, listener: LiveListener): Live {
    return new Connection(() => liveAddress(this.id, fromSeq(), this.viewer), listener);
  }

  #get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return get(this.#path + path, { ...query, view: this.viewer }, signal);
  }
}

/** A WebSocket that is opened again whenever it is lost, from the event after the last one seen. */
export class Connection implements Live {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly address: () => string,
    readonly listener: LiveListener,
  ) {
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
    this.#open();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#socket?.close();
  }

  #open() {
    const socket = new WebSocket(this.address());
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data) as LiveTurn | LiveStatus;
      this.#wait = FIRST_WAIT;
      if (message.type === 'turn') this.listener.turn(message);
      else {
        this.listener.connection(null);
        this.listener.status(message);
      }
    };
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL.has(event.code)) {
        this.listener.refused(event.reason);
        return;
      }
      // A little chance keeps many pages from coming back in the same moment.
      const wait = this.#wait * (0.75 + Math.random() / 2);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
      this.listener.connection(Date.now() + wait);
      this.#timer = setTimeout(() => this.#open(), wait);
    };
  }

  /** The network is back or the page is looked at again: do not wait any longer. */
  #now = () => {
    if (this.#closed || this.#socket || document.visibilityState === 'hidden') return;
    clearTimeout(this.#timer);
    this.#open();
  };
}
