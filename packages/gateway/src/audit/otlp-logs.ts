import type { Log } from '../logging/log.ts';
import type { AuditFacts } from './audit-line.ts';

const MAX_WAITING = 10_000;
const BATCH = 500;
const EVERY_MS = 1_000;
const REQUEST_MS = 10_000;
const INFO = 9;
const WARN = 13;

/**
 * Sends audit lines as OpenTelemetry logs (OTLP over HTTP, as JSON). A copy for search and alarms: the log itself is what is
 * verified, so lines that a collector does not take in time are dropped.
 */
export class OtlpLogs {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #log: Log;
  readonly #waiting: object[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #hasWarned = false;

  /** `url`: of the collector, such as http://127.0.0.1:4318. */
  constructor(url: string, log: Log, headers: Readonly<Record<string, string>> = {}) {
    this.#url = `${url.replace(/\/+$/, '')}/v1/logs`;
    this.#log = log;
    this.#headers = headers;
  }

  readonly add = (facts: AuditFacts): void => {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(recordOf(facts));
    this.#timer ??= setTimeout(() => void this.#send(), EVERY_MS).unref();
  };

  /** Sends what waits. */
  async close(): Promise<void> {
    await this.#send();
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#sending;
    while (this.#waiting.length > 0) {
      this.#sending = this.#post(this.#waiting.splice(0, BATCH));
      await this.#sending;
    }
  }

  async #post(logRecords: readonly object[]): Promise<void> {
    const resource = { attributes: attributesOf({ 'service.name': 'foldout' }) };
    const body = { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'foldout.audit' }, logRecords }] }] };
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`HTTP status ${response.status}`);
      this.#hasWarned = false;
    } catch (error) {
      if (!this.#hasWarned) this.#log.warn(`the OTLP collector took no audit lines: ${(error as Error).message}`);
      this.#hasWarned = true;
    }
  }
}

function recordOf(facts: AuditFacts): object {
  const { op, tool, verdict, outcome, trace, ...rest } = facts;
  const severe = verdict === 'deny' || (outcome !== undefined && outcome !== 'success' && outcome !== 'sent');
  return {
    timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
    severityNumber: severe ? WARN : INFO,
    severityText: severe ? 'WARN' : 'INFO',
    body: { stringValue: `${op} ${tool} ${verdict}${outcome === undefined ? '' : ` ${outcome}`}` },
    attributes: attributesOf({ op, tool, verdict, outcome, trace_id: trace, ...rest }, 'foldout.'),
  };
}

function attributesOf(fields: Readonly<Record<string, unknown>>, prefix = ''): object[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const typed = typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: String(value) };
    return [{ key: `${prefix}${key}`, value: typed }];
  });
}
