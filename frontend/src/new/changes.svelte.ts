/** What a form changes of the settings, and what the server finds wrong with it. */

import { get, Trouble, words } from '../api/client';
import type { Changes, House } from '../api/types';
import type { Json } from '../lib/patch';

let asked: Promise<House> | null = null;

/** What this server has; asked once. */
export function house(): Promise<House> {
  asked ??= get<House>('/house').catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

export class Draft {
  /** What it is about, as the game's part of the form has it. */
  subject = $state.raw<Json>({});
  /** A file of one's own that is being read into the subject: what is sent waits for it. */
  reading: Promise<void> | null = null;
  /** What of it was asked for in the address: the name of a story or a tale. */
  asked: string | null = null;
  model = $state('');
  seed = $state('');
  limits = $state<Json>({});
  /** The game's own section. */
  game = $state<Json>({});
  problems = $state<Record<string, string>>({});
  failure = $state<string | null>(null);
  sending = $state(false);

  set(section: 'limits' | 'game', name: string, value: unknown) {
    this[section] = { ...this[section], [name]: value };
  }

  /** Whether the seed is drawn: whoever sits at a table may not know what is dealt. */
  get byLot(): boolean {
    return Object.keys((this.game.players as Json | undefined) ?? {}).length > 0;
  }

  /** The changes as the server takes them; fields left empty that may not be are left out. */
  get changes(): Changes {
    const given = (section: Json) =>
      Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined));
    return {
      limits: given(this.limits),
      game: given(this.game),
      models: this.model ? { default: this.model } : {},
    };
  }

  /** The seed as the server reads it, who refuses what is no number; null: it is drawn. Seeds may
   * be larger than what JavaScript's numbers hold. */
  get seedText(): string | null {
    return this.byLot ? null : this.seed.trim() || null;
  }

  /** Send something; return what came, or null with the problems shown. */
  async send<T>(request: () => Promise<T>): Promise<T | null> {
    this.sending = true;
    this.problems = {};
    this.failure = null;
    try {
      return await request();
    } catch (error) {
      if (error instanceof Trouble) this.problems = error.fields;
      const shown = Object.keys(this.problems).some((name) => SHOWN.test(name));
      this.failure = shown ? 'Some of this cannot be used; see the fields.' : words(error);
      return null;
    } finally {
      this.sending = false;
    }
  }
}

const SHOWN = /^\w+\.\w+$|^(seed|story|subject)$|^llm/;
