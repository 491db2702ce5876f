/** The page's address as state: `/`, `/new`, `/compare`, `/suites`, `/episodes/ID` and what is
 * below it. What one does on a page stands in its address, so that Back brings one to where one
 * was: with search, turn, and how far the page was scrolled. */

const SOON_MS = 250;
/** How long a page that comes back may take to be as long as it was. */
const LENGTH_MS = 3000;

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** Grows with each address that is gone to: another turn of the same episode is another page. */
  visit = $state(0);
  #soon: Record<string, string | null> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #returning = 0;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('popstate', (event) => {
      clearTimeout(this.#timer);
      this.#soon = {}; // it was meant for the page that was left
      this.#read();
      this.#return((event.state as { top?: number } | null)?.top ?? 0);
    });
    let keeping: ReturnType<typeof setTimeout> | undefined;
    addEventListener('scroll', () => {
      clearTimeout(keeping);
      keeping = setTimeout(() => this.#keep(), 100);
    });
    this.#return((history.state as { top?: number } | null)?.top ?? 0);
  }

  /** Go to another page. */
  go(address: string) {
    this.flush();
    this.#keep();
    history.pushState(null, '', address);
    this.#read();
    this.#returning += 1;
    scrollTo(0, 0);
  }

  /** Go to another page in this one's place. */
  replace(address: string) {
    history.replaceState(null, '', address);
    this.#read();
  }

  /** Note something in the address without leaving the page; null takes it out. */
  note(name: string, value: string | null) {
    this.#write({ [name]: value });
  }

  /** The same for what changes many times a second. */
  noteSoon(name: string, value: string | null) {
    this.#soon[name] = value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), SOON_MS);
  }

  /** Write down what was to be noted soon. */
  flush() {
    clearTimeout(this.#timer);
    if (Object.keys(this.#soon).length) this.#write(this.#soon);
    this.#soon = {};
  }

  #write(notes: Record<string, string | null>) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(notes)) {
      if (value === null || value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    const address = location.pathname + (text ? `?${text}` : '');
    if (address !== location.pathname + location.search)
      history.replaceState(history.state, '', address);
  }

  #keep() {
    history.replaceState({ ...history.state, top: scrollY }, '');
  }

  /** Scroll to where the page was, as soon as it is long enough; whoever scrolls is left alone. */
  #return(top: number) {
    const mine = ++this.#returning;
    if (top <= 0) return;
    const end = performance.now() + LENGTH_MS;
    const stop = () => (this.#returning += 1);
    addEventListener('wheel', stop, { once: true, passive: true });
    addEventListener('touchstart', stop, { once: true, passive: true });
    const look = () => {
      if (mine !== this.#returning) return;
      scrollTo(0, top);
      if (Math.abs(scrollY - top) > 2 && performance.now() < end) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  #read() {
    const query = new URLSearchParams(location.search);
    // What differs in its #part alone, as the link to the story does, is the same page.
    const differs = location.pathname !== this.path || `${query}` !== `${this.query}`;
    this.path = location.pathname;
    this.query = query;
    if (differs) this.visit += 1;
  }
}

export const router = new Router();

/** Let a plain click on a link of ours change the page without loading it again. */
export function follow(event: MouseEvent) {
  const link = (event.target as Element | null)?.closest?.('a');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download'))
    return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api')) return;
  if (link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}

/** Control and Enter send the form that one is in, from any of its fields. */
export function sending(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const form = (event.target as Element | null)?.closest?.('form');
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
