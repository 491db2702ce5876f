/** The keys of an episode's page. */

/** Return what listens to keys: each that works does what is named for it; shift and an arrow jump. */
export function listening(
  acts: Record<string, () => void>,
  works: (key: string) => boolean,
  jump: (direction: 1 | -1) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement;
    const types = target.matches?.('input:not([type=range]), textarea, select, [contenteditable]');
    if (target.closest?.('dialog[open]')) return;
    if (types && event.key === 'Escape') target.blur(); // from here on keys are shortcuts again
    if (types || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && target.matches?.('button, summary, a')) return;
    if (event.shiftKey && event.key.startsWith('Arrow')) {
      jump(event.key === 'ArrowRight' ? 1 : -1);
    } else {
      const act = acts[event.key];
      if (!act || !works(event.key)) return;
      act();
    }
    event.preventDefault();
  };
}
