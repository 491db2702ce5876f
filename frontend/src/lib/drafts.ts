/** What somebody has begun to write, kept in this tab for when the page is loaded anew. */

const named = (place: string) => `draft ${place}`;

export function kept<T>(place: string): T | null {
  return JSON.parse(sessionStorage.getItem(named(place)) ?? 'null') as T | null;
}

/** Keep it, or forget it where there is nothing to keep. */
export function keep<T>(place: string, draft: T | null) {
  if (draft === null || draft === '') sessionStorage.removeItem(named(place));
  else sessionStorage.setItem(named(place), JSON.stringify(draft));
}
