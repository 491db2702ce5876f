/** Every page that has an address, and what shows it: a part of a path that begins with a colon is
 * given to the page by that name. */

import type { Component } from 'svelte';
import EpisodePage from './episode/EpisodePage.svelte';
import Library from './library/Library.svelte';
import NewEpisode from './new/NewEpisode.svelte';

type Page = Component<any>; // each page is given parts of its own

interface Route {
  path: string;
  page?: Page;
  /** Charts and tables come with their own scripts, for those who look at them. */
  load?: () => Promise<{ default: Page }>;
}

export const ROUTES: Route[] = [
  { path: '/', page: Library },
  { path: '/new', page: NewEpisode },
  { path: '/suites', load: () => import('./suites/Suites.svelte') },
  { path: '/suites/:name', load: () => import('./suites/SuitePage.svelte') },
  { path: '/compare', load: () => import('./figures/Compare.svelte') },
  { path: '/episodes/:id', page: EpisodePage },
  { path: '/episodes/:id/table', load: () => import('./mafia/TablePage.svelte') },
  { path: '/episodes/:id/calls', load: () => import('./episode/CallsPage.svelte') },
  { path: '/episodes/:id/metrics', load: () => import('./figures/Metrics.svelte') },
];

const partsOf = (path: string) => path.split('/').filter(Boolean);

/** What shows a path, and what is given to it; null: there is no such page. */
export function routed(path: string): { route: Route; given: Record<string, string> } | null {
  const parts = partsOf(path);
  for (const route of ROUTES) {
    const wanted = partsOf(route.path);
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part.startsWith(':') || part === parts[at])) continue;
    const named = wanted.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at]!)]] : [],
    );
    return { route, given: Object.fromEntries(named) as Record<string, string> };
  }
  return null;
}
