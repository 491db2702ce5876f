/** A game without a page of its own: its headline, and the names of what happened. */

import type { GamePage } from '../games';
import Facts from './Facts.svelte';
import Happened from './Happened.svelte';
import Played from './Played.svelte';

const page: GamePage = {
  panes: ['Story', 'State', 'Company'],
  Left: Happened,
  Centre: Facts,
  Right: Played,
  heading: () => ({}),
};

export default page;
