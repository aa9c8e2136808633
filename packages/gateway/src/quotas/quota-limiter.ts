import { createHash } from 'node:crypto';
import { type CommandError, type CommandResult, estimateTokens } from '@foldout/core';
import {
  addressOf,
  addressPattern,
  type CallLimiter,
  type LimitedCall,
  type PolicyCaller,
  type PolicySubject,
  type QuotaConfig,
  wildcard,
} from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';
import type { Counted, Place, QuotaCounts } from '../state/quota-counts.ts';

interface Quota {
  readonly config: QuotaConfig;
  /** Names the quota in keys: a changed limit goes on with the same count. */
  readonly id: string;
  fits(subject: PolicySubject, caller: PolicyCaller): boolean;
}

export interface QuotaLimiterParts {
  readonly quotas: readonly QuotaConfig[];
  readonly counts: QuotaCounts;
  readonly log: Log;
  readonly now?: () => number;
}

/** Refuses calls whose principal or tool has used up a quota. A quota that cannot be counted refuses too. */
export class QuotaLimiter implements CallLimiter {
  readonly #counts: QuotaCounts;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #quotas: readonly Quota[];

  constructor({ quotas, counts, log, now = Date.now }: QuotaLimiterParts) {
    this.#counts = counts;
    this.#log = log;
    this.#now = now;
    this.#quotas = quotas.map(toQuota);
  }

  async enter(subject: PolicySubject, caller: PolicyCaller): Promise<LimitedCall | CommandError | undefined> {
    const quotas = this.#quotas.filter((quota) => quota.fits(subject, caller));
    if (quotas.length === 0) return undefined;
    const places: Place[] = [];
    const leave = async (): Promise<void> => {
      for (const place of places) await place.leave().catch(() => {});
    };
    try {
      const refusal = await this.#take(quotas, subject, caller, places);
      if (!refusal) return { ended: (result) => this.#ended(quotas, subject, caller, result).finally(leave) };
      await leave();
      return refusal;
    } catch (error) {
      await leave();
      this.#log.warn(`a quota cannot be counted: ${error instanceof Error ? error.message : String(error)}`);
      return uncounted(subject);
    }
  }

  async #take(
    quotas: readonly Quota[],
    subject: PolicySubject,
    caller: PolicyCaller,
    places: Place[],
  ): Promise<CommandError | undefined> {
    for (const quota of quotas) {
      const { concurrent, resultTokensPerDay } = quota.config;
      const counted = this.#countedBy(quota, subject, caller, 'tokens');
      if (resultTokensPerDay !== undefined && (await this.#counts.used(counted)) >= resultTokensPerDay) {
        return usedUp(quota, subject, `${resultTokensPerDay} tokens of results a day`, this.#now());
      }
      if (concurrent === undefined) continue;
      const place = await this.#counts.enter(keyOf(quota, subject, caller, 'places'), concurrent);
      if (!place) return tooMany(quota, subject, concurrent);
      places.push(place);
    }
    // Last, so that a call that another quota refuses is not counted. Of several day quotas, a later one may refuse.
    const taken: Counted[] = [];
    for (const quota of quotas) {
      const { callsPerDay } = quota.config;
      if (callsPerDay === undefined) continue;
      const counted = this.#countedBy(quota, subject, caller, 'calls');
      if (await this.#counts.take(counted, callsPerDay)) taken.push(counted);
      else {
        for (const before of taken) await this.#counts.add(before, -1);
        return usedUp(quota, subject, `${callsPerDay} calls a day`, this.#now());
      }
    }
    return undefined;
  }

  async #ended(
    quotas: readonly Quota[],
    subject: PolicySubject,
    caller: PolicyCaller,
    result: CommandResult | undefined,
  ): Promise<void> {
    if (!result || quotas.every(({ config }) => config.resultTokensPerDay === undefined)) return;
    const tokens = tokensOf(result);
    for (const quota of quotas) {
      if (quota.config.resultTokensPerDay === undefined) continue;
      await this.#counts.add(this.#countedBy(quota, subject, caller, 'tokens'), tokens).catch(() => {
        this.#log.warn('the tokens of a result cannot be counted');
      });
    }
  }

  #countedBy(quota: Quota, subject: PolicySubject, caller: PolicyCaller, what: string): Counted {
    return { key: keyOf(quota, subject, caller, what), day: dayOf(this.#now()) };
  }
}

function toQuota(config: QuotaConfig): Quota {
  const { principals, tools, per } = config;
  const who = principals === undefined ? undefined : [principals].flat().map(wildcard);
  const what = tools === undefined ? undefined : [tools].flat().map(addressPattern);
  return {
    config,
    id: createHash('sha256')
      .update(JSON.stringify([principals, tools, per]))
      .digest('hex')
      .slice(0, 16),
    fits: ({ kind, server, name }, { principal }) =>
      (!who || who.some((matches) => matches(principal))) &&
      (!what || (kind === 'tool' && what.some((matches) => matches(server, name)))),
  };
}

function keyOf({ id, config }: Quota, subject: PolicySubject, { principal }: PolicyCaller, what: string): string {
  const { per = 'principal' } = config;
  const whose = per === 'principal' || per === 'principal-and-tool' ? principal : null;
  const which = per === 'tool' || per === 'principal-and-tool' ? [subject.kind, subject.server, subject.name] : null;
  return createHash('sha256')
    .update(JSON.stringify([what, id, whose, which]))
    .digest('hex');
}

function tokensOf({ success, data, error }: CommandResult): number {
  try {
    return estimateTokens(JSON.stringify(success ? data : error) ?? '');
  } catch {
    return 0;
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function usedUp(quota: Quota, subject: PolicySubject, limit: string, now: number): CommandError {
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10);
  return {
    code: 'RATE_LIMITED',
    message: `'${addressOf(subject)}' was not called: the quota of ${limit} ${whoseQuota(quota)} is used up`,
    suggestion: `Wait until ${tomorrow} 00:00 UTC, or ask the operator for more.`,
    retryable: false,
  };
}

function tooMany(quota: Quota, subject: PolicySubject, concurrent: number): CommandError {
  return {
    code: 'RATE_LIMITED',
    message: `'${addressOf(subject)}' was not called: ${concurrent} calls ${whoseQuota(quota)} are under way`,
    suggestion: 'Call it again when another call has ended.',
  };
}

function whoseQuota({ config: { per = 'principal' } }: Quota): string {
  if (per === 'all') return 'for all callers';
  return `for this ${per.replaceAll('-', ' ')}`;
}

function uncounted(subject: PolicySubject): CommandError {
  return {
    code: 'RATE_LIMITED',
    message: `'${addressOf(subject)}' was not called: its quota cannot be counted`,
    suggestion: 'Try again. The log of the gateway says why.',
  };
}
