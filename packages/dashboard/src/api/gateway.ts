import { forgetToken, token } from '../state/session.ts';

const API = new URL('dashboard/api/', new URL('.', location.href));
/** Says that this page meant it: a page of another site cannot send it. */
const INTENT = { 'x-foldout-request': 'dashboard' };

/** The gateway refused. The message is its own. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export async function ask<T>(name: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const url = new URL(name, API);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  const response = await send(url, { signal: signal ?? null });
  return (await response.json()) as T;
}

export async function act<T>(name: string, body: Readonly<Record<string, string>>): Promise<T> {
  const headers = { 'content-type': 'application/json', ...INTENT };
  const response = await send(new URL(name, API), { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}

/** The bytes of a stream of events. */
export async function listen(name: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send(new URL(name, API), { signal });
  if (!response.body) throw new GatewayRefusal(response.status, 'The gateway sent no stream.');
  return response.body;
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token.value) headers.set('authorization', `Bearer ${token.value}`);
  const response = await fetch(url, { ...init, headers, credentials: 'omit', cache: 'no-store' });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const refusal = new GatewayRefusal(response.status, body.error ?? `The gateway answered ${response.status}.`);
  if (response.status === 401) forgetToken(refusal.message);
  throw refusal;
}
