/** The page of an exported file: one episode, offline. */

import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/finale.css';

import { mount } from 'svelte';
import EpisodePage from './episode/EpisodePage.svelte';
import { FileSource, type Recorded } from './episode/file-source';

/** The episode stands in the file as compressed JSON, in base64. */
async function recorded(): Promise<Recorded> {
  const packed = document.getElementById('episode')!.textContent!.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as Recorded;
}

void recorded().then((found) =>
  mount(EpisodePage, {
    target: document.getElementById('page')!,
    props: { id: found.episode.card.id, source: new FileSource(found), begins: 0 },
  }),
);
