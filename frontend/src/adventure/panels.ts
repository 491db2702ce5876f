/** The panels of the right column, in order. To add one: write a component that takes `frame`,
 * `entry` and `player`, and name it here with what decides whether it has something to show. */

import type { Component } from 'svelte';
import type { AdventureDetails, AdventureFrame, Entry } from '../api/types';
import type { Player } from '../episode/player.svelte';
import { isTold, tells } from './plan';
import Carrying from './panels/Carrying.svelte';
import Changes from './panels/Changes.svelte';
import Finale from './panels/Finale.svelte';
import Maze from './panels/Maze.svelte';
import Plan from './panels/Plan.svelte';
import Puzzles from './panels/Puzzles.svelte';
import Reviews from './panels/Reviews.svelte';
import Stuck from './panels/Stuck.svelte';
import Thoughts from './panels/Thoughts.svelte';
import Warnings from './panels/Warnings.svelte';

export interface PanelProps {
  frame: AdventureFrame;
  entry: Entry;
  player: Player;
  fork?: ((turn: number) => void) | undefined;
}

export interface Panel {
  id: string;
  component: Component<PanelProps>;
  shows: (frame: AdventureFrame, entry: Entry, player: Player) => boolean;
}

/** Whether the plan's panel is there. */
export const isPlanSeen = (frame: AdventureFrame, entry: Entry, player: Player): boolean =>
  player.status === 'held' || isTold(frame, entry);

const OVER = ['mapped', 'given_up'];

export const PANELS: readonly Panel[] = [
  {
    id: 'finale',
    component: Finale,
    shows: (_, entry, player) => player.outcome !== null && entry.turn === player.last,
  },
  {
    id: 'plan',
    component: Plan,
    shows: (frame, entry, player) => isPlanSeen(frame, entry, player),
  },
  {
    id: 'thoughts',
    component: Thoughts,
    shows: (frame, entry, player) =>
      !isPlanSeen(frame, entry, player) ||
      entry.thoughts.length === 0 ||
      entry.thoughts.some((thought) => !tells(frame, thought)),
  },
  {
    id: 'reviews',
    component: Reviews,
    shows: (_, entry) => Boolean((entry.details as AdventureDetails | undefined)?.reviews.length),
  },
  { id: 'stuck', component: Stuck, shows: (frame) => frame.stuck !== undefined },
  {
    id: 'maze',
    component: Maze,
    shows: (frame) =>
      Object.values(frame.mazes).some(
        ({ phase, rooms }) => !OVER.includes(phase) || rooms.includes(frame.here ?? ''),
      ),
  },
  { id: 'warnings', component: Warnings, shows: (frame) => frame.warnings.length > 0 },
  { id: 'changes', component: Changes, shows: (_, entry) => entry.notes.length > 0 },
  {
    id: 'puzzles',
    component: Puzzles,
    shows: (frame) => Object.keys(frame.puzzles).length + Object.keys(frame.suggestions).length > 0,
  },
  {
    id: 'carrying',
    component: Carrying,
    shows: ({ carrying, around }, _, player) =>
      player.card?.perception !== 'text' || carrying.length + around.length > 0,
  },
];
