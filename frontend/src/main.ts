import './styles/fonts.css';
import './styles/fonts-extended.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/finale.css';
import './styles/sheets.css';

import { mount } from 'svelte';
import App from './App.svelte';
import { isThere } from './lib/again';

const SOON_MS = 10_000;
/** A newer Ludens serves this page: parts that the older one would load are gone. */
addEventListener('vite:preloadError', async () => {
  const before = Number(sessionStorage.getItem('reloaded') ?? 0);
  if (Date.now() - before < SOON_MS) return; // that did not help: what cannot be had is told
  if (!(await isThere())) return;
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
});

const target = document.getElementById('page')!;
target.replaceChildren(); // what stood there while this was on its way
mount(App, { target });
