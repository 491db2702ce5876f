/** The games' own pages, each loaded when it is needed (docs/design/web.md). */

import type { Component } from 'svelte';
import type { Entry, House } from './api/types';
import type { Player, Scene } from './episode/player.svelte';
import type { Json } from './lib/patch';
import type { Draft } from './new/changes.svelte';

export interface PaneProps {
  player: Player;
  scene: Scene;
  /** Shown large, for a screen across the room. */
  theatre: boolean;
  /** Bring the centre forward where only one pane is seen. */
  toCentre?: () => void;
  /** Fork from a turn; left out where nothing may be changed. */
  fork?: ((turn: number) => void) | undefined;
}

export interface DecideProps {
  player: Player;
  scene: Scene;
}

export interface BeginProps {
  draft: Draft;
  house: House;
}

export interface GamePage {
  /** What the three panes are called on a phone. */
  panes: readonly [string, string, string];
  /** Where long prose is read: the pane that is as wide as 60 to 75 characters need. */
  prose?: 'left' | 'centre';
  /** What was said. */
  Left: Component<PaneProps>;
  /** Where we are; it may export `centre()` for the key m. */
  Centre: Component<PaneProps, { centre?: () => void }>;
  /** What the company thinks. */
  Right: Component<PaneProps>;
  /** What a person does when it is theirs to decide. */
  Decide?: Component<DecideProps>;
  /** Who decides where no person does, as in “let … go on”; by default “them”. */
  company?: string;
  /** The subject's part of the form for a new episode; it fills `draft.subject`. */
  Begin?: Component<BeginProps>;
  /** Settings that `Begin` is for, and of these those that are fixed when the game has begun. */
  begun?: { here: readonly string[]; fixed: readonly string[] };
  /** Settings of its machinery, which stand in files and not on a form. */
  machinery?: readonly string[];
  /** A person plays it unless told otherwise: new episodes wait for one. */
  playsByHand?: boolean;
  /** What an agent is called; by default its name with a capital. */
  agentName?(agent: string, frame: Json | null): string;
  /** The turn in which was decided what a turn's frame shows; left out where it was that turn. */
  plannedIn?(frame: Json): number | undefined;
  /** What came of a turn, in lines; by default the notes on it. */
  cameOf?(entry: Entry, frame: Json): string[];
  heading(frame: Json, entry: Entry): { score?: string; place?: string };
}

const GAMES: Record<string, () => Promise<{ default: GamePage }>> = {
  adventure: () => import('./adventure'),
  mafia: () => import('./mafia'),
  story: () => import('./story'),
};

/** The page of a game; the plain one for a game that has none. */
export async function pageOf(game: string): Promise<GamePage> {
  return (await (GAMES[game] ?? (() => import('./plain')))()).default;
}

/** Games whose new episodes a form can describe. */
export const BEGINNING: readonly string[] = ['adventure', 'mafia', 'story'];

/** What an agent is called on a game's page. */
export function nameOf(agent: string, page: GamePage | null, frame: Json | null): string {
  const own = page?.agentName?.(agent, frame);
  return (
    own ?? (agent.charAt(0).toUpperCase() + agent.slice(1)).replaceAll('_', ' ').replace(':', ' ')
  );
}
