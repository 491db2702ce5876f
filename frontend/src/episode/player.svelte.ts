/** The page of one episode as state: which turn is looked at, what is known, what plays. */

import { isMissing, Trouble, words } from '../api/client';
import type {
  Atlas,
  ControlRequest,
  Entry,
  EpisodeCard,
  EpisodeDocument,
  LiveStatus,
  LiveTurn,
  Mark,
  Span,
  UnderWay,
  ViewerDocument,
} from '../api/types';
import type { Json } from '../lib/patch';
import { BANDS, MARKED } from './kinds';
import type { Live, Source } from './source';
import { Stretches } from './stretches';

/** What is on the page now. Replaced whole whenever the turn changes. */
export interface Scene {
  turn: number;
  frame: Json;
  entry: Entry;
  trail: string[][];
  /** The turn shown before this one. */
  before: number;
}

/** How often a page that nobody sees takes in what is new. */
const HIDDEN_MS = 250;

/** What may be asked of whoever plays. */
export type Asked = ControlRequest['kind'] | 'give up the plan';

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;

/** A comfortable pace: time to read what was said, within bounds. */
function readingTime(entry: Entry): number {
  const letters = (entry.text?.length ?? 0) + (entry.thoughts[0]?.text.length ?? 0);
  return Math.min(5000, 900 + letters * 14);
}

export class Player {
  episode = $state.raw<EpisodeDocument | null>(null);
  /** As whom one looks: `public`, `viewer`, ...; null: as the game has it. */
  viewer = $state<string | null>(null);
  /** As whom one may look as the episode stands, the default first. */
  viewers = $state.raw<readonly ViewerDocument[]>([]);
  scene = $state.raw<Scene | null>(null);
  atlas = $state.raw<Atlas | null>(null);
  marks = $state.raw<Mark[]>([]);
  spans = $state.raw<Span[]>([]);
  /** The turn that is wanted; the scene follows as soon as it is there. */
  turn = $state(0);
  last = $state(0);
  status = $state<LiveStatus['status']>('paused');
  outcome = $state<string | null>(null);
  reason = $state<string | null>(null);
  cost = $state<string | null>(null);
  calls = $state(0);
  answered = $state(0);
  tokens = $state(0);
  trouble = $state<string | null>(null);
  /** Whether that is a model that could not be had. */
  left = $state(false);
  /** When its last turn was over, or somebody began to play on: seconds since 1970. */
  since = $state(Date.now() / 1000);
  /** Whether a process was started for it that plays nothing yet. */
  starting = $state(false);
  /** Who thinks in the turn that is being played; null while no model is asked. */
  underWay = $state.raw<UnderWay | null>(null);
  /** What was asked here of whoever plays it, who looks for it between two turns; null once it was
   * seen to, or was nothing. */
  asked = $state<Asked | null>(null);
  /** Whether the page goes along with the newest turn. */
  following = $state(false);
  playing = $state(false);
  speed = $state(1);
  /** When the lost connection is tried again, in ms since 1970; null while it stands. */
  retryAt = $state<number | null>(null);
  /** Whether the server tells what is new. */
  connected = $state(false);
  /** How often it was connected to. */
  connections = $state(0);
  failure = $state<string | null>(null);
  /** Why the server tells of no more turns. */
  refusal = $state<string | null>(null);
  missing = $state(false);
  /** Whether whoever looks may change what is played: not in a file, not on a server that only shows. */
  mayChange = $state(false);
  /** The page on which the episode is shown as it stands, if not on this one. */
  elsewhere = $state<string | null>(null);

  stretches = new Stretches();
  #live: Live | null = null;
  #heard: LiveTurn[] = [];
  #nextSeq = 0;
  #wanted = 0;
  #reading: Promise<void> | null = null;
  #loading: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #mapAsked = false;
  #mapAgain = false;
  /** Steps for which a line was asked once; some ways have none. */
  #waysAsked = new Set<string>();
  #closed = false;
  /** Whether it waits for what is played where it has caught up. */
  #paced = false;

  constructor(readonly source: Source) {}

  get card(): EpisodeCard | null {
    return this.episode?.card ?? null;
  }

  /** The turn whose state is shown; the one that is wanted may be on its way. */
  get shown(): number {
    return this.scene?.turn ?? this.turn;
  }

  get isLive(): boolean {
    return this.status === 'playing' || this.status === 'held';
  }

  /** Whether it can still go on; what a person ended for good does not. */
  get isOpen(): boolean {
    return this.outcome === null || this.outcome === 'limit';
  }

  /** Whether a person plays it, and not only now and then. */
  get isByHand(): boolean {
    return this.card?.model.startsWith('human') ?? false;
  }

  /** Whether models were asked and none ever answered. */
  get isUnheard(): boolean {
    return this.calls > 0 && this.answered === 0;
  }

  /** Whether the viewer may see everything: calls, costs, settings. */
  get isWhole(): boolean {
    const name = this.viewer ?? this.viewers[0]?.name;
    return name === 'viewer' || name === 'analysis';
  }

  /** Look as somebody else, at the same turn. */
  async lookAs(viewer: string) {
    this.#live?.close();
    this.#leave();
    this.viewer = viewer === this.viewers[0]?.name ? null : viewer;
    this.stretches = new Stretches();
    await this.open(this.following ? null : this.turn);
  }

  /** Open the episode at a turn; null: at the newest one, and go along. */
  async open(turn: number | null) {
    try {
      this.source.viewer = this.viewer;
      const episode = await this.source.episode();
      if (this.#closed) return;
      this.episode = episode;
      this.viewers = episode.viewers;
      const card = episode.card;
      this.last = card.turns;
      this.status = card.status as LiveStatus['status'];
      this.outcome = card.outcome;
      this.reason = card.reason;
      this.cost = card.cost;
      this.calls = card.calls;
      this.answered = card.answered;
      this.tokens = card.tokens;
      this.trouble = episode.trouble;
      this.left = episode.left;
      this.starting = episode.starting;
      this.#nextSeq = card.last_seq + 1;
      this.following = turn === null;
      this.failure = null;
      this.turn = Math.min(turn ?? card.turns, card.turns);
      const marks = this.#readMarks();
      if (card.game === 'adventure') this.#drawMap();
      if (card.last_seq >= 0) await this.#load(this.turn);
      await marks;
      this.#listen();
    } catch (error) {
      this.missing = isMissing(error);
      this.elsewhere = error instanceof Trouble ? (error.fields.table ?? null) : null;
      this.failure = words(error);
    }
  }

  /** Read anew what is known of the episode and of its forks. */
  async reread() {
    try {
      this.episode = await this.source.episode();
    } catch {
      // What was known stands; a lost server is told of elsewhere.
    }
  }

  close() {
    this.#closed = true;
    this.pause();
    this.#live?.close();
    this.#leave();
  }

  /** Look at a turn. */
  seek(turn: number) {
    const wanted = Math.max(0, Math.min(Math.round(turn), this.last));
    this.following = wanted === this.last && this.isLive;
    this.turn = wanted;
    void this.#load(wanted);
  }

  step(by: number) {
    this.pause();
    this.seek(this.turn + by);
  }

  /** Go along with the newest turn. */
  toNow() {
    this.pause();
    this.seek(this.last);
    this.following = true;
  }

  /** The next mark after the turn, or the one before it; the ends count as marks. */
  jump(direction: 1 | -1, kinds?: ReadonlySet<string>) {
    this.pause();
    const turns = this.marks.filter((m) => !kinds || kinds.has(m.kind)).map((m) => m.turn);
    const next =
      direction > 0
        ? turns.find((turn) => turn > this.turn)
        : turns.findLast((turn) => turn < this.turn);
    this.seek(next ?? (direction > 0 ? this.last : 0));
  }

  play() {
    if (this.turn >= this.last) {
      if (this.isLive) return this.toNow();
      this.seek(0);
    }
    this.playing = true;
    this.following = false;
    this.#schedule();
  }

  /** Play from the beginning at a reading pace a game that may be much quicker. */
  show() {
    this.#paced = true;
    this.playing = true;
    this.following = false;
    this.#schedule();
  }

  pause() {
    this.playing = this.#paced = false;
    clearTimeout(this.#timer);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** The entry of a turn that is at hand. */
  entry(turn: number): Entry | undefined {
    return this.stretches.get(turn)?.document.entry;
  }

  /** Have the turns around one at hand; resolves when they are. */
  async need(turn: number) {
    const wanted = Math.max(0, Math.min(turn, this.last));
    if (!this.stretches.has(wanted)) await this.#fetch(wanted);
  }

  /** Show the same turn again, because more of what stands around it is at hand. */
  refresh() {
    if (this.scene) this.scene = { ...this.scene, before: this.scene.turn };
  }

  #schedule() {
    clearTimeout(this.#timer);
    const entry = this.entry(this.turn);
    const wait = (entry ? readingTime(entry) : 1000) / this.speed;
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      if (this.turn >= this.last) {
        if (this.#paced && (this.isLive || this.last === 0) && !this.trouble)
          return this.#schedule();
        this.pause();
        this.following = this.isLive;
        return;
      }
      this.turn += 1;
      void this.#load(this.turn).then(() => this.playing && this.#schedule());
    }, wait);
  }

  /** Show a turn; if it is not at hand, as soon as it is. */
  async #load(turn: number) {
    this.#wanted = turn;
    if (!this.stretches.has(turn)) return (this.#reading ??= this.#read());
    this.#show(turn);
    if (this.playing) void this.need(turn + 10).catch(() => undefined);
  }

  /** Ask for what is wanted, one stretch at a time: who drags through a long game wants only
   * where they stop, and the server need not make what lies in between. */
  async #read() {
    const loading = new AbortController();
    this.#loading = loading;
    try {
      while (!this.stretches.has(this.#wanted)) {
        await this.#fetch(this.#wanted, loading.signal);
        this.failure = null;
      }
      if (this.turn === this.#wanted) this.#show(this.#wanted);
    } catch (error) {
      if (!loading.signal.aborted) this.failure = words(error);
    } finally {
      if (this.#loading === loading) this.#reading = this.#loading = null;
    }
  }

  /** Leave what is being asked for. */
  #leave() {
    this.#loading?.abort();
    this.#reading = this.#loading = null;
  }

  async #fetch(turn: number, signal?: AbortSignal) {
    const [first, last] = Stretches.bounds(turn);
    const stretches = this.stretches;
    stretches.add(await this.source.stretch(first, last, signal));
  }

  #show(turn: number) {
    const found = this.stretches.get(turn);
    if (!found) return;
    this.scene = {
      turn,
      frame: found.frame,
      entry: found.document.entry,
      trail: this.stretches.trail(turn),
      before: this.scene?.turn ?? turn,
    };
  }

  #listen() {
    if (this.#closed) return;
    this.#live = this.source.listen(() => this.#nextSeq, {
      turn: (message) => this.#hear(message),
      status: (message) => this.#takeStatus(message),
      connection: (retryAt) => {
        this.retryAt = retryAt;
        if (retryAt === null && !this.connected) this.#comeBack();
        this.connected = retryAt === null;
        if (!this.connected) this.underWay = null; // who thinks now is not known any more
      },
      refused: (why) => {
        this.connected = false;
        this.refusal = why || null;
      },
    });
  }

  /** What could not be had while the connection was lost is asked for again. */
  #comeBack() {
    this.connections += 1;
    if (this.failure === null || !this.scene) return;
    this.failure = null;
    void this.#load(this.turn);
  }

  /** A game may be quicker than a screen: what came since the last picture is taken in at once. */
  #hear(message: LiveTurn) {
    this.#heard.push(message);
    if (this.#heard.length > 1) return;
    const take = () => {
      const heard = this.#heard;
      this.#heard = [];
      if (!this.#closed) for (const each of heard) this.#takeTurn(each);
      if (this.following && this.turn !== this.last) this.#follow();
    };
    if (document.hidden) setTimeout(take, HIDDEN_MS);
    else requestAnimationFrame(take);
  }

  #follow() {
    this.turn = this.last;
    void this.#load(this.last);
  }

  #takeTurn(message: LiveTurn) {
    if (message.first_seq < this.#nextSeq) return;
    this.#nextSeq = message.last_seq + 1;
    this.stretches.push(message);
    this.asked = null;
    const turn = message.turn_number;
    this.last = Math.max(this.last, turn);
    const marks = message.entry.notes
      .filter((note) => MARKED.has(note.kind) && !(note.kind === 'room' && turn === 0))
      .map((note) => ({ turn, kind: note.kind, text: note.text }));
    if (marks.length) this.marks = [...this.marks, ...marks];
    const goesOn = this.spans.some((span) => span.last === undefined);
    if (message.entry.notes.some((note) => goesOn || note.kind in BANDS))
      this.#readMarks().catch(() => undefined); // the next one tells as much
    if (this.atlas && message.entry.notes.some((n) => n.kind === 'room' || n.kind === 'map'))
      this.#drawMap();
    else if (this.atlas && message.entry.moved) this.#drawMap(message.entry.moved);
    if (!this.following && this.scene?.turn === turn) this.#show(turn);
    else if (this.following && turn === this.turn) this.#follow(); // more of the turn that is shown
  }

  async #readMarks() {
    const found = await this.source.marks();
    this.marks = found.marks;
    this.spans = found.spans;
  }

  #takeStatus(message: LiveStatus) {
    const isNew = message.status !== this.status || message.turns > this.last;
    const stopped = this.starting && !message.starting;
    // Who asked that a turn be dropped waits until another process has begun.
    const seenTo = isNew && !message.starting;
    const failed = message.trouble !== null && message.trouble !== this.trouble;
    if (seenTo || stopped || failed) this.asked = null;
    this.status = message.status;
    this.outcome = message.outcome;
    this.reason = message.reason;
    this.cost = message.cost;
    this.calls = message.calls;
    this.answered = message.answered;
    this.tokens = message.tokens;
    this.trouble = message.trouble;
    this.left = message.left;
    this.since = message.since;
    // Another may have asked, or this page before it was loaded anew.
    if (message.under_way) this.asked ??= message.requested as Asked | null;
    this.starting = message.starting;
    this.underWay = message.under_way ?? null;
    if (message.viewers.length !== this.viewers.length) this.viewers = message.viewers;
  }

  /** Ask for the layout again; with a step, only if it has no line for it yet. */
  #drawMap(step?: { [key: string]: string }) {
    if (step && this.atlas) {
      const way = `${step.from} ${step.via} ${step.to}`;
      if (this.#waysAsked.has(way) || !needsLine(this.atlas, step)) return;
      this.#waysAsked.add(way);
    }
    if (this.#mapAsked) {
      this.#mapAgain = true;
      return;
    }
    this.#mapAsked = true;
    this.source
      .atlas()
      .then((atlas) => {
        if (atlas) this.atlas = atlas;
      })
      .catch(() => undefined) // the transcript tells more of a lost server
      .finally(() => {
        this.#mapAsked = false;
        if (this.#mapAgain && !this.#closed) {
          this.#mapAgain = false;
          this.#drawMap();
        }
      });
  }
}

function needsLine(atlas: Atlas, step: { [key: string]: string }): boolean {
  const { from, via, to } = step;
  if (!from || !to || from === to) return false;
  return !atlas.links.some(
    (link) =>
      (link.room === from && link.way === via && link.to === to) ||
      (link.room === to && link.back === via && link.to === from),
  );
}
