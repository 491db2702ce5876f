import './styles/fonts.css';
import './styles/fonts-extended.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/finale.css';
import './styles/sheets.css';

import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.getElementById('page')! });
