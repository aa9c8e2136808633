import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { causeOf } from '../logging/cause-of.ts';
import type { Log } from '../logging/log.ts';
import { ANSWER_SCOPES, type Ask, type Asks } from '../state/asks.ts';
import type { QuotaCounts } from '../state/quota-counts.ts';
import { answerAsk } from './answer-ask.ts';
import { offeredScopes, repetitionOf } from './offered-scopes.ts';

const TIMEOUT_MS = 10_000;
const RETRIES_MS = [1_000, 5_000];
const MAX_ANSWER = 10_000;

export interface WebhookSettings {
  readonly url: string;
  readonly secret?: string | undefined;
}

export interface WebhookParts {
  readonly asks: Asks;
  readonly counts: QuotaCounts;
  readonly log: Log;
  /** The page on which operators answer. */
  readonly dashboard?: string | undefined;
}

/** Tells a web service about a call that waits for a person. The service may answer at once, or a person does later. */
export class ApprovalWebhook {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** Once for each ask, by whichever replica is first. Never rejects. */
  async tell(ask: Ask, settings: WebhookSettings): Promise<void> {
    const { counts, log } = this.#parts;
    try {
      const day = new Date(ask.at).toISOString().slice(0, 10);
      if (!(await counts.take({ key: `webhook ${ask.id}`, day }, 1))) return;
      const answer = await this.#send(ask, settings);
      if (answer) await this.#store(ask, answer);
    } catch (error) {
      const { host } = new URL(settings.url);
      log.warn(`the webhook for approvals at ${host} failed: ${causeOf(error)}. The call still waits: foldout pending`);
    }
  }

  async #send(ask: Ask, { url, secret }: WebhookSettings): Promise<unknown> {
    const { id, tool, kind, risk, principal, client, shown, because, until } = ask;
    const { dashboard } = this.#parts;
    const repeats = repetitionOf(ask);
    const what = { id, tool, kind, risk, principal, client, arguments: shown, because, repeats };
    const body = JSON.stringify({
      ...what,
      until: new Date(until).toISOString(),
      scopes: offeredScopes(ask),
      ...(dashboard !== undefined && { dashboard }),
    });
    for (const pause of [...RETRIES_MS, undefined]) {
      try {
        return await post(url, body, signatureOf(body, secret));
      } catch (error) {
        if (pause === undefined) throw error;
        await wait(pause, undefined, { ref: false });
      }
    }
    return undefined;
  }

  async #store(ask: Ask, answer: unknown): Promise<void> {
    const { verdict, scope = 'once', by } = answer as { verdict?: unknown; scope?: unknown; by?: unknown };
    if (verdict !== 'allow' && verdict !== 'deny') return;
    const known = ANSWER_SCOPES.find((one) => one === scope);
    if (!known) {
      this.#parts.log.warn(`the webhook for approvals has answered with the unknown scope ${JSON.stringify(scope)}`);
      return;
    }
    const name = typeof by === 'string' && /^[\p{L}\p{N} .@_-]{1,64}$/u.test(by) ? `webhook (${by})` : 'webhook';
    await answerAsk(this.#parts.asks, ask.id, { allow: verdict === 'allow', scope: known, by: name });
  }
}

/** The time is signed too, so that an old request cannot be sent again. */
function signatureOf(body: string, secret: string | undefined): Record<string, string> {
  if (secret === undefined) return {};
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { 'x-foldout-signature': `t=${time},v1=${signature}` };
}

/** The JSON that the service answers; undefined if there is none. Throws if the service does not take the request. */
async function post(url: string, body: string, signature: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', 'user-agent': 'foldout', ...signature },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answered with status ${response.status}`);
  }
  const text = await response.text();
  if (text.length > MAX_ANSWER || !text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
