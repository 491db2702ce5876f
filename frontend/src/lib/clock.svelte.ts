/** The time as state, while somebody looks at it: once a second. */

import { createSubscriber } from 'svelte/reactivity';

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Seconds since 1970. */
export function now(): number {
  ticking();
  return Date.now() / 1000;
}
