/** A table's own addresses: its steps as the public sees them, or as one seat does. */

import { get, post, socketAddress } from '../api/client';
import type { EpisodeDocument, LiveStatus, LiveTurn, Marks, Stretch } from '../api/types';
import { Connection } from '../episode/server-source';
import type { Live, LiveListener, Source } from '../episode/source';
import type { Asked, Said, TableDocument } from './frame';

type TableStatus = LiveStatus & { asked: Asked | null; sealed: boolean; now: number };

export class TableSource implements Source {
  viewer: string | null = null;
  readonly isWhole = false;
  /** What is wanted of the seat now. */
  asked = $state.raw<Asked | null>(null);
  /** Whether what is hidden stays so for now. */
  sealed = $state(true);
  /** How far the server's clock is ahead of this one, in seconds. */
  ahead = 0;
  readonly path: string;

  constructor(
    readonly id: string,
    /** Through whose eyes; null: the public's. */
    readonly seat: number | null,
  ) {
    this.path = `/episodes/${encodeURIComponent(id)}/table`;
  }

  table(): Promise<TableDocument> {
    return get(this.path, { seat: this.seat });
  }

  async episode(): Promise<EpisodeDocument> {
    const { card, sealed } = await this.table();
    this.sealed = sealed;
    return {
      card,
      settings: {},
      family: [],
      trouble: null,
      left: false,
      starting: false,
      viewers: [],
      imported: null,
    };
  }

  stretch(first: number, last: number, signal?: AbortSignal): Promise<Stretch> {
    return get(`${this.path}/stretch`, { first, last, seat: this.seat }, signal);
  }

  marks(): Promise<Marks> {
    return get(`${this.path}/marks`, { seat: this.seat });
  }

  async atlas() {
    return null;
  }

  calls(): Promise<never> {
    throw new Error('A table shows no calls.');
  }

  metrics(): Promise<never> {
    throw new Error('A table shows no figures.');
  }

  search(): Promise<never> {
    throw new Error('A table is not searched.');
  }

  listen(fromSeq: () => number, listener: LiveListener): Live {
    const address = () =>
      socketAddress(`${this.path}/live`, { from_seq: fromSeq(), seat: this.seat });
    return new Connection(address, {
      turn: (message: LiveTurn) => listener.turn(message),
      connection: (retryAt) => listener.connection(retryAt),
      refused: (why) => listener.refused(why),
      status: (message: LiveStatus) => {
        const { asked, sealed, now } = message as TableStatus;
        this.ahead = now - Date.now() / 1000;
        this.asked = asked;
        this.sealed = sealed;
        listener.status(message);
      },
    });
  }

  answer(asked: Asked, words: string, choice: number | null, said: Said = {}): Promise<unknown> {
    const answer = { seat: this.seat, token: asked.token, words, choice, ...said };
    return post(`${this.path}/answer`, answer);
  }

  goOn(): Promise<unknown> {
    return post(`${this.path}/play?seat=${this.seat}`, {});
  }
}
