/** The adventure's page. */

import type { AdventureFrame } from '../api/types';
import type { GamePage } from '../games';
import { agentName } from './agents';
import Begin from './Begin.svelte';
import Centre from './Centre.svelte';
import Decide from './Decide.svelte';
import Mind from './Mind.svelte';
import Transcript from './Transcript.svelte';

const page: GamePage = {
  panes: ['Story', 'Map', 'Company'],
  prose: 'left',
  Left: Transcript,
  Centre,
  Right: Mind,
  Decide,
  company: 'the company',
  Begin,
  agentName,
  machinery: [
    'engine',
    'reader_share',
    'deadline',
    'max_faults',
    'max_hangs',
    'opening_seconds',
    'save_every',
    'save_slots',
  ],
  cameOf: (entry, json) => {
    const { from, to, via } = entry.moved ?? {};
    const room = to && from && to !== from && (json as unknown as AdventureFrame).rooms[to];
    const went = room
      ? [
          `From ${(json as unknown as AdventureFrame).rooms[from]?.name} to ${room.name}, by “${via}”.`,
        ]
      : [];
    return [...went, ...entry.notes.map(({ text }) => text)];
  },
  plannedIn: (json) => (json as unknown as AdventureFrame).plan?.made,
  heading(json) {
    const frame = json as unknown as AdventureFrame;
    const place = frame.here ? frame.rooms[frame.here]?.name : undefined;
    const most = !frame.max_score ? '' : `/${frame.max_score}`;
    const best = frame.best === undefined ? '' : `, best ${frame.best}`;
    return {
      ...(place ? { place } : {}),
      ...(frame.score === undefined ? {} : { score: `${frame.score}${most}${best}` }),
    };
  },
};

export default page;
