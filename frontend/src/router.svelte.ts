/** The page's address as state: `/`, `/new`, `/compare`, `/episodes/ID`, `/episodes/ID/metrics`,
 * `/episodes/ID/table`. */

class Router {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
  }

  /** Go to another page. */
  go(address: string) {
    history.pushState(null, '', address);
    this.#read();
    scrollTo(0, 0);
  }

  /** Go to another page in this one's place. */
  replace(address: string) {
    history.replaceState(null, '', address);
    this.#read();
  }

  /** Note something in the address without leaving the page; null takes it out. */
  note(name: string, value: string | null) {
    const query = new URLSearchParams(location.search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
  }

  #read() {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
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
