/** The frame of a game inside a book, as web/views/story/frame.py makes it. */

import type { BookPage } from '../api/types';
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

export interface Quoted {
  text: string;
  passage: string;
}

export interface Met {
  style: string;
  background: string;
  traits: Quoted[];
  lines: Quoted[];
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
  /** The passage where the player is. */
  scene?: string;
  /** The chapter that it stands in. */
  place?: string;
  wins?: number;
  losses?: number;
  opening?: { text: string; suggestions: string[]; language: string; by_rules: boolean };
  goal?: { people: string[]; met: string[]; lives: number; result: string };
  speaking?: string[];
  said?: { turn: number; prompt: string; speaker: string; answer: string; result: string }[];
  phases?: string[];
  /** What was looked for in the book for the prompt and the plan. */
  looked_for?: string[];
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

export interface Piece {
  text: string;
  lit: boolean;
}

export interface Run {
  id: string;
  /** Whether it is the first of its passage. */
  first: boolean;
  /** Whether this turn looked it up. */
  found: boolean;
  pieces: Piece[];
}

export interface Paragraph {
  heading: string;
  runs: Run[];
}

const BREAK = '\n\n';

/** A text in pieces, the quoted ones marked. */
export function lit(text: string, quotes: readonly string[]): Piece[] {
  let pieces: Piece[] = [{ text, lit: false }];
  for (const quote of quotes) {
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

/** A page as paragraphs: a passage may hold several, or end in the middle of one. */
export function paragraphsOf(page: BookPage, found: Record<string, Passage>): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let chapter = -1;
  for (const passage of page.passages) {
    const known = found[passage.id];
    const heading =
      passage.chapter !== chapter && passage.offset === 0 ? titleOf(page, passage.chapter) : '';
    chapter = passage.chapter;
    passage.text.split(BREAK).forEach((text, index) => {
      const run: Run = {
        id: passage.id,
        first: index === 0,
        found: known !== undefined,
        pieces: lit(text, known?.quotes ?? []),
      };
      const goesOn = index === 0 && !passage.begins && paragraphs.length > 0;
      if (goesOn) paragraphs.at(-1)!.runs.push(run);
      else paragraphs.push({ heading: index === 0 ? heading : '', runs: [run] });
    });
  }
  return paragraphs;
}

function titleOf(page: BookPage, chapter: number): string {
  return page.chapters[chapter]?.title ?? '';
}

/** What was found in a turn, as a page. */
export function bookOf(frame: StoryFrame): BookPage {
  const found = Object.entries(frame.passages ?? {}).sort(
    ([, a], [, b]) => a.chapter - b.chapter || a.offset - b.offset,
  );
  return {
    title: frame.title ?? '',
    page: 0,
    pages: 1,
    chapters: [],
    passages: found.map(([id, { chapter, offset, text }]) => ({
      id,
      chapter,
      offset,
      text,
      begins: true,
    })),
  };
}

/** The passage at which a turn opens the book. */
export function firstPlace(frame: StoryFrame): string | undefined {
  for (const answer of [...(frame.answers ?? [])].reverse()) {
    for (const part of answer.parts) {
      const citation = part.citations.find((each) => !each.problem);
      if (citation) return citation.passage;
    }
  }
  return Object.keys(frame.passages ?? {})[0] ?? frame.scene;
}

/** The citations of a part that the next one does not have: one mark for all that a place says. */
export function citedFor(parts: readonly Part[], at: number): Part['citations'] {
  const next = new Set(parts[at + 1]?.citations.map(({ passage }) => passage));
  return (parts[at]?.citations ?? []).filter(
    ({ passage, problem }) => problem || !next.has(passage),
  );
}

/** The id of a passage's element in the reader. */
export function placeOf(id: string): string {
  return `passage-${id}`;
}

export const SIGN: Record<string, string> = { approved: '✓', rejected: '✗', undecided: '?' };
export const RESULT: Record<string, string> = {
  won: 'The answer betrayed the book: you win the turn',
  lost: 'It is not of this book: you lose the turn',
};
/** What kind of reason a verdict has, in words. */
export const GROUND: Record<string, string> = {
  supported: 'The book speaks of it',
  nothing_claimed: 'It claims nothing',
  foreign_name: 'It names what is not in the book',
  anachronism: 'It is of another age',
  false_presupposition: 'It takes for granted what the book does not say',
  contradiction: 'The book says otherwise',
  unknown: 'The book does not speak of it',
  doubt: 'The book does not decide it',
  error: 'The referee could not do its work',
};
