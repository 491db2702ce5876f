/** The page of a Mafia table. */

import type { GamePage } from '../games';
import Begin from './Begin.svelte';
import { agentName, besideWords, detailsOf, frameOf, hourOf } from './frame';
import Minds from './Minds.svelte';
import Table from './Table.svelte';
import Transcript from './Transcript.svelte';

const page: GamePage = {
  panes: ['Talk', 'Table', 'Minds'],
  prose: 'left',
  Left: Transcript,
  Centre: Table,
  Right: Minds,
  Begin,
  begun: { here: ['seats', 'player', 'narrator', 'human_seconds'], fixed: ['seats', 'player'] },
  agentName: (agent, json) => agentName(agent, json && frameOf(json)),
  cameOf: (entry, json) =>
    (detailsOf(entry)?.lines ?? []).flatMap(({ speaker, text }) =>
      speaker ? [`${speaker}: ${text}`, besideWords(frameOf(json), entry)].filter(Boolean) : [text],
    ),
  heading(json, entry) {
    const frame = frameOf(json);
    const seats = Object.values(frame.seats ?? {});
    const living = seats.filter((seat) => seat.alive).length;
    return seats.length
      ? { place: `${hourOf(frame, detailsOf(entry))} · ${living} of ${seats.length} alive` }
      : {};
  },
};

export default page;
