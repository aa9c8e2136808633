import { forgetToken, token } from '../state/session.ts';
import type { DashboardActions, DashboardAnswers } from './answers.ts';

const API = new URL('dashboard/api/', new URL('.', location.href));
/** Where a browser signs in. */
export const SIGN_IN = new URL('../../sign-in', API).href;
/** The MCP endpoint of the gateway. */
export const MCP = new URL('../../mcp', API).href;
/** For the CSRF check of the gateway: a page of another site cannot send this header. */
const INTENT = { 'x-foldout-request': 'dashboard' };

export type Query = Readonly<Record<string, string | number | undefined>>;

export async function ask<Name extends keyof DashboardAnswers & string>(
  name: Name,
  query: Query = {},
  signal?: AbortSignal,
): Promise<DashboardAnswers[Name]> {
  const url = new URL(name, API);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  const response = await send(url, { signal: signal ?? null });
  return (await response.json()) as DashboardAnswers[Name];
}

export async function act<Name extends keyof DashboardActions & string>(
  name: Name,
  body: Readonly<Record<string, unknown>>,
): Promise<DashboardActions[Name]> {
  const headers = { 'content-type': 'application/json', ...INTENT };
  const response = await send(new URL(name, API), { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as DashboardActions[Name];
}

export async function signOut(): Promise<void> {
  await send(new URL('../../sign-out', API), { method: 'POST', headers: INTENT });
}

/** Opens the stream of live events. */
export async function openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send(new URL('events', API), { signal });
  if (!response.body) throw new Error('The gateway sent no event stream.');
  return response.body;
}

/** Throws an error with the message of the gateway if the gateway refuses the request. */
async function send(url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token.value) headers.set('authorization', `Bearer ${token.value}`);
  const response = await fetch(url, { ...init, headers, credentials: 'same-origin', cache: 'no-store' });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: string };
  const message = body.error ?? `The gateway answered with status ${response.status}.`;
  if (response.status === 401) forgetToken(message);
  throw new Error(message);
}
