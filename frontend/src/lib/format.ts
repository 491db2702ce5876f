/** Figures and times in words. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Between two short facts on one line; the spaces are wide because the dot is narrow. */
export const DOT = '\u2002·\u2002';

export function count(value: number): string {
  return whole.format(value);
}

export function short(value: number): string {
  return value < 10_000 ? whole.format(value) : compact.format(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Names in a line; of many the first ones, and how many more there are. */
export function several(names: string[], most = 3): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** The end of what is long, from the beginning of a word. */
export function ending(text: string, most: number): string {
  return text.length <= most ? text : `…${text.slice(-most).replace(/^\S*\s/, ' ')}`;
}

/** The beginning of what is long, to the end of a word. */
export function beginning(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')}…`;
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return '';
  return trimmed[0]!.toUpperCase() + trimmed.slice(1) + (/[.!?…”]$/.test(trimmed) ? '' : '.');
}

/** How somebody stands against a book: turns won, less turns lost. */
export function standing(score: number): string {
  return score > 0 ? 'ahead of the book' : score < 0 ? 'behind the book' : 'even';
}

/** A score with what it is of. */
export function scored(
  card: { game: string; score: number | null; max_score: number | null },
  of = '/',
): string {
  if (card.score === null) return '–';
  if (card.game === 'story')
    return `${card.score ? `${Math.abs(card.score)} ` : ''}${standing(card.score)}`;
  return `${card.score}${card.max_score ? `${of}${card.max_score}` : ''}`;
}

/** Who won a table: a side, one alone, or nobody. */
export function winner(team: string): string {
  if (team === 'nobody') return team;
  return team === 'alone' ? 'the jester' : `the ${team}`;
}

/** US dollars from a number or decimal text; `free` when there were no calls, `price unknown`
 * without one, `over` what is known where some calls have none. */
export function dollars(cost: string | number | null | undefined, calls = 1, unpriced = 0): string {
  if (cost === null || cost === undefined) return calls === 0 ? 'free' : 'price unknown';
  const value = Number(cost);
  if (value === 0) return unpriced ? 'price unknown' : '$0';
  const text = `$${value < 0.1 ? value.toFixed(4) : value.toFixed(2)}`;
  return unpriced ? `over ${text}` : text;
}

/** What calls cost of which so many were answered; what nobody answered cost nothing. */
export function spent(
  cost: string | number | null | undefined,
  calls: number,
  answered: number,
  unpriced = 0,
): string {
  return calls && !answered ? 'nothing spent' : dollars(cost, answered, unpriced);
}

export function seconds(value: number): string {
  if (value < 0.1) return value > 0 ? 'under 0.1 s' : '0 s';
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 90) return `${Math.round(value)} s`;
  const minutes = Math.round(value / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${(value / 3600).toFixed(1)} h`;
}

/** Whole seconds of a wait that goes on. */
export function waited(value: number): string {
  const whole = Math.max(0, Math.floor(value));
  if (whole < 90) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function milliseconds(value: number): string {
  if (value === 0) return '0';
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

export function percent(value: number): string {
  return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)}%`;
}

/** How long ago, in words; the date when it is long. `time` is in seconds since 1970. */
export function ago(time: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - time);
  if (past < 45) return 'just now';
  if (past < 3600) return `${Math.round(past / 60)} min ago`;
  if (past < 86_400) return `${Math.round(past / 3600)} h ago`;
  if (past < 604_800) return plural(Math.round(past / 86_400), 'day') + ' ago';
  return new Date(time * 1000).toISOString().slice(0, 10);
}

export function clock(time: number): string {
  return new Date(time * 1000).toLocaleString();
}
