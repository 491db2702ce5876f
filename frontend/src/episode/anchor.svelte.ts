/** A pane that stays at its newest words until whoever reads scrolls away from them.
 *
 * Only a person's own scrolling leaves the end: words that come or go above and below move the pane
 * as well, and say nothing of what somebody wants to read.
 */

const NEAR = 60;
/** Pixels that stay free above and below the newest turn. */
const MARGIN = 24;
/** How long a turn of the wheel or a key may go on moving the pane. */
const HAND_MS = 400;

export class Anchor {
  /** Whether the pane stays at its end. */
  holds = $state(true);
  #pane: HTMLElement | null = null;
  #frame = 0;
  #hand = -Infinity;
  #held = false;
  /** Whether what is shown is read from its beginning, as the opening of a story is. */
  #fromTop = false;
  #isRead = false;

  /** Watch a pane and what grows inside it; for Svelte's `{@attach ...}`. */
  attach = (pane: HTMLElement) => {
    this.#pane = pane;
    const sizes = new ResizeObserver(() => this.settle());
    sizes.observe(pane);
    for (const child of pane.children) sizes.observe(child);
    const touched = () => (this.#hand = performance.now());
    const pressed = (event: PointerEvent) => {
      this.#held = event.target === pane; // the bar at the side, or a finger between the words
    };
    const let_go = () => {
      if (this.#held) touched();
      this.#held = false;
    };
    const listeners: [EventTarget, string, (event: any) => void][] = [
      [pane, 'wheel', touched],
      [pane, 'touchmove', touched],
      [pane, 'keydown', touched],
      [pane, 'pointerdown', pressed],
      [window, 'pointerup', let_go],
      [pane, 'scroll', () => this.#scrolled()],
    ];
    for (const [target, name, act] of listeners)
      target.addEventListener(name, act, { passive: true });
    this.settle();
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(this.#frame);
      for (const [target, name, act] of listeners) target.removeEventListener(name, act);
      this.#pane = null;
    };
  };

  /** Go to the end, once a frame: where it is is known when the words are laid out. */
  settle() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (!this.#pane || !this.holds || (this.#fromTop && this.#isRead)) return;
      this.#pane.scrollTop = this.#fromTop ? 0 : this.#end(this.#pane);
    });
  }

  /** The end, or the beginning of the newest turn where that is longer than the pane. */
  #end(pane: HTMLElement): number {
    const newest = [...pane.querySelectorAll('.now, .coming')].at(-1)?.getBoundingClientRect();
    if (!newest || newest.height < pane.clientHeight - MARGIN) return pane.scrollHeight;
    return pane.scrollTop + newest.top - pane.getBoundingClientRect().top - MARGIN / 2;
  }

  /** Have it read from its beginning, until somebody scrolls; or from its end. */
  readFromTop(fromTop: boolean) {
    if (fromTop !== this.#fromTop) this.#isRead = false;
    this.#fromTop = fromTop;
    this.settle();
  }

  /** Go to the end and stay there. */
  hold() {
    this.holds = true;
    this.settle();
  }

  #scrolled() {
    const pane = this.#pane!;
    const left = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
    const now = performance.now();
    const byHand = this.#held || now - this.#hand < HAND_MS;
    this.#isRead ||= byHand;
    if (left < NEAR) this.holds = true;
    else if (byHand) {
      this.#hand = now; // what one has set going runs on by itself for a while
      this.holds = false;
    }
  }
}
