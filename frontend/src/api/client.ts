/** Asking the server. Every trouble is one line that says what to do. */

export class Trouble extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Whether the server could not be reached at all. */
  get isLost(): boolean {
    return this.status === 0;
  }
}

/** Whether what was asked for is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Trouble && error.status === 404;
}

export type Query = Record<string, string | number | boolean | null | undefined>;

function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

async function ask<T>(input: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(input, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Trouble('The server cannot be reached.', 0);
  }
  if (response.ok) return (await response.json()) as T;
  const said = await response.json().catch(() => null);
  const message =
    typeof said?.error === 'string' ? said.error : `The server says ${response.status}.`;
  throw new Trouble(message, response.status, said?.fields ?? {});
}

export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return ask<T>(address(path, query), signal ? { signal } : undefined);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(address(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(address(path), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Take something away; also while the page is being left. */
export function remove<T>(path: string): Promise<T> {
  return ask<T>(address(path), { method: 'DELETE', keepalive: true });
}

/** Where a file can be had. */
export function download(path: string, query?: Query): string {
  return address(path, query);
}

/** The address of an episode's live messages from an event on. */
export function liveAddress(episode: string, fromSeq: number, view: string | null): string {
  return socketAddress(`/episodes/${episode}/live`, { from_seq: fromSeq, view });
}

export function socketAddress(path: string, query: Query): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${address(path, query)}`;
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
