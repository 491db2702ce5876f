/** The turns that a page has at hand, in stretches of fixed length, the longest unused given up.
 *
 * A stretch holds one whole frame and patches; the frames in between are folded when they are asked
 * for and share what did not change.
 */

import type { Entry, LiveTurn, Stretch, TurnDocument } from '../api/types';
import { patched, type Json } from '../lib/patch';

export const LENGTH = 50;
const KEPT = 80;
const RECENT = 400;

export interface Turn {
  turn: number;
  frame: Json;
  document: TurnDocument;
}

class Loaded {
  readonly frames: (Json | undefined)[];

  constructor(
    readonly first: number,
    readonly turns: TurnDocument[],
    frame: Json,
    readonly trail: string[][],
  ) {
    this.frames = [frame];
  }

  get last(): number {
    return this.first + this.turns.length - 1;
  }

  frame(turn: number): Json {
    let index = turn - this.first;
    while (this.frames[index] === undefined) index -= 1;
    let frame = this.frames[index]!;
    while (index < turn - this.first) {
      index += 1;
      frame = patched(frame, this.turns[index]!.patch as Json);
      this.frames[index] = frame;
    }
    return frame;
  }
}

export class Stretches {
  #loaded = new Map<number, Loaded>();
  /** Live turns of late, also those whose stretch is not at hand yet. */
  #recent = new Map<number, TurnDocument>();

  /** The turn if it is at hand. */
  get(turn: number): Turn | undefined {
    const stretch = this.#stretch(turn);
    if (!stretch || turn > stretch.last) return undefined;
    return { turn, frame: stretch.frame(turn), document: stretch.turns[turn - stretch.first]! };
  }

  has(turn: number): boolean {
    const stretch = this.#loaded.get(Math.floor(turn / LENGTH));
    return stretch !== undefined && turn <= stretch.last;
  }

  /** The last ten steps up to a turn, oldest first: from, way, to. */
  trail(turn: number): string[][] {
    const stretch = this.#stretch(turn);
    if (!stretch) return [];
    const steps = [...stretch.trail];
    for (const { entry } of stretch.turns.slice(0, turn - stretch.first + 1)) {
      const step = walked(entry);
      if (step) steps.push(step);
    }
    return steps.slice(-10);
  }

  /** The first and last turn of the stretch that holds a turn. */
  static bounds(turn: number): [number, number] {
    const first = Math.floor(turn / LENGTH) * LENGTH;
    return [first, first + LENGTH - 1];
  }

  add(stretch: Stretch) {
    const key = Math.floor(stretch.first / LENGTH);
    const loaded = new Loaded(
      stretch.first,
      stretch.turns,
      stretch.frame as Json,
      stretch.trail as string[][],
    );
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    this.#extend(loaded);
    for (const old of this.#loaded.keys()) {
      if (this.#loaded.size <= KEPT) break;
      this.#loaded.delete(old);
    }
  }

  /** Take in a live turn. */
  push(message: LiveTurn) {
    const { turn_number: turn, first_seq, last_seq, entry, patch } = message;
    const before = this.#recent.get(turn);
    const document = before
      ? joined(before, message)
      : { entry, patch: patch as Json, first_seq, last_seq };
    this.#recent.set(turn, document);
    for (const old of this.#recent.keys()) {
      if (this.#recent.size <= RECENT) break;
      this.#recent.delete(old);
    }
    const key = Math.floor(turn / LENGTH);
    const previous = this.get(turn - 1);
    if (!this.#loaded.has(key) && turn % LENGTH === 0 && previous) {
      const frame = patched(previous.frame, patch as Json);
      this.#loaded.set(key, new Loaded(turn, [document], frame, this.trail(turn - 1)));
      return;
    }
    const loaded = this.#loaded.get(key);
    if (!loaded) return;
    const known = loaded.turns[turn - loaded.first];
    if (known && known.last_seq < last_seq) {
      // A second commit of the same turn: a person ended the episode between two turns.
      const index = turn - loaded.first;
      loaded.frames[index] = patched(loaded.frame(turn), patch as Json);
      loaded.turns[index] = joined(known, message);
    } else this.#extend(loaded);
  }

  /** Put live turns at the end of a stretch, as far as they follow without a gap. */
  #extend(loaded: Loaded) {
    while (loaded.turns.length < LENGTH) {
      const next = this.#recent.get(loaded.last + 1);
      if (!next || next.first_seq !== loaded.turns.at(-1)!.last_seq + 1) return;
      loaded.turns.push(next);
    }
  }

  #stretch(turn: number): Loaded | undefined {
    const key = Math.floor(turn / LENGTH);
    const stretch = this.#loaded.get(key);
    if (stretch) {
      this.#loaded.delete(key); // the one used last is given up last
      this.#loaded.set(key, stretch);
    }
    return stretch;
  }
}

/** The step that was made in a turn on foot: from, way, to. */
export function walked({ moved }: Entry): string[] | null {
  return moved?.from && moved.how === 'walked' ? [moved.from, moved.via!, moved.to!] : null;
}

function joined(before: TurnDocument, message: LiveTurn): TurnDocument {
  const { entry } = message;
  return {
    ...before,
    last_seq: message.last_seq,
    entry: { ...before.entry, notes: [...before.entry.notes, ...entry.notes] },
  };
}
