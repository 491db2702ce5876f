/** Lamp or paper: what the system prefers until the user chooses. */

type Theme = 'lamp' | 'paper';

const KEY = 'ludens.theme';

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'lamp' || value === 'paper' ? value : null;
  } catch {
    return null; // storage is blocked; the choice then lasts as long as the page
  }
}

class ThemeChoice {
  chosen = $state<Theme | null>(stored());
  #light = matchMedia('(prefers-color-scheme: light)');
  #system = $state<Theme>(this.#light.matches ? 'paper' : 'lamp');

  constructor() {
    this.#light.addEventListener('change', (event) => {
      this.#system = event.matches ? 'paper' : 'lamp';
      this.#apply();
    });
    // Paper is printed on paper.
    addEventListener('beforeprint', () => this.#show('paper'));
    addEventListener('afterprint', () => this.#apply());
    this.#apply();
  }

  get now(): Theme {
    return this.chosen ?? this.#system;
  }

  toggle() {
    this.chosen = this.now === 'lamp' ? 'paper' : 'lamp';
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      // see above
    }
    this.#apply();
  }

  #apply() {
    this.#show(this.now);
  }

  #show(theme: Theme) {
    document.documentElement.dataset.theme = theme;
  }
}

export const theme = new ThemeChoice();
