/** Copying, also where the browser keeps its clipboard from pages that came over plain http. */

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  field.setAttribute('aria-hidden', 'true');
  const before = document.activeElement as HTMLElement | null;
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  before?.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser does not let this page copy.');
}
