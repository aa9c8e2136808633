import type { ApiRequest } from './build-request.ts';

/** Sends a request. Any function with the signature of the global `fetch`. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface SendOptions {
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** Methods that may be repeated, because a second request changes nothing more (RFC 9110, 9.2.2). */
export const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const FIRST_DELAY_MS = 200;
/** An API that asks for a longer pause gets no retry: its answer says when to call again. */
const MAX_DELAY_MS = 10_000;

/** Sends a request, and again after a temporary failure if its method is idempotent. */
export async function sendRequest(request: ApiRequest, options: SendOptions): Promise<Response> {
  const retries = IDEMPOTENT.has(request.method) ? options.retries : 0;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= retries;
    let delay = FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2);
    try {
      const response = await followed(request, options);
      if (last || !TEMPORARY.has(response.status)) return response;
      delay = retryAfterMs(response) ?? delay;
      if (delay > MAX_DELAY_MS) return response;
      await response.body?.cancel();
    } catch (error) {
      if (last || options.signal.aborted) throw error;
    }
    await pause(delay, options.signal);
  }
}

/** `Retry-After` in milliseconds: a number of seconds, or a date. */
export function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/**
 * Follows redirects of reading requests, to the same origin only: `fetch` would send API keys in headers to any host.
 * Every other redirect is the answer.
 */
async function followed(request: ApiRequest, options: SendOptions): Promise<Response> {
  let { url } = request;
  for (let hops = 0; ; hops += 1) {
    const response = await once(request, url, options);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null || !SAFE.has(request.method) || hops >= MAX_REDIRECTS) return response;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.origin !== url.origin) return response;
    await response.body?.cancel();
    url = next;
  }
}

/** The time limit covers the headers and the body: the signal also ends a body that is being read. */
function once({ method, headers, body }: ApiRequest, url: URL, options: SendOptions): Promise<Response> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  return options.fetch(url, { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
