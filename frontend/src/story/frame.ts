/** The frame of a game inside a book, as web/views/story/frame.py makes it. */

import type { Json } from '../lib/patch';

export interface Claim {
  text: string;
  decision: string;
  reason: string;
  support: string[];
  against: string[];
}

export interface Verdict {
  decision: string;
  ground: string;
  reason: string;
  confidence: number;
  score: number;
  claims: Claim[];
  suggestions: string[];
}

export interface Part {
  text: string;
  citations: { passage: string; quote: string; problem: string }[];
}

export interface Met {
  style: string;
  background: string;
  traits: string[];
  lines: string[];
  with: string[];
  places: string[];
  count: number;
}

export interface Passage {
  chapter: number;
  title: string;
  offset: number;
  text: string;
  why: string;
  cited: boolean;
  quotes: string[];
}

export interface StoryFrame {
  title?: string;
  wins?: number;
  losses?: number;
  speaking?: string[];
  said?: { turn: number; prompt: string; speaker: string; answer: string; result: string }[];
  phases?: string[];
  plan?: { next_action: string; target?: string; reasoning: string };
  prompt_verdict?: Verdict;
  answer_verdict?: Verdict;
  answers?: { mode: string; speaker: string; parts: Part[] }[];
  passages?: Record<string, Passage>;
  cast?: Record<string, Met>;
}

export function frameOf(json: Json): StoryFrame {
  return json as StoryFrame;
}

/** A passage in pieces, those that are quoted marked. */
export function lit(passage: Passage): { text: string; lit: boolean }[] {
  let pieces = [{ text: passage.text, lit: false }];
  for (const quote of passage.quotes) {
    pieces = pieces.flatMap((piece) => {
      const at = piece.lit ? -1 : piece.text.indexOf(quote);
      if (at < 0) return [piece];
      return [
        { text: piece.text.slice(0, at), lit: false },
        { text: quote, lit: true },
        { text: piece.text.slice(at + quote.length), lit: false },
      ].filter((part) => part.text);
    });
  }
  return pieces;
}

/** The id of a passage's element in the reader. */
export function placeOf(id: string): string {
  return `passage-${id}`;
}

/** Open the reader at a passage. */
export function show(id: string): void {
  const element = document.getElementById(placeOf(id));
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
