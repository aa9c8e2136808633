import type { Risk } from '../catalog/tool.ts';
import { argumentTest } from './argument-conditions.ts';
import type { PolicyConfig, PolicyRule, Preset, Verdict } from './policy-schema.ts';
import { timeTest } from './rule-time.ts';
import { addressPattern, type Matcher, wildcard } from './wildcard.ts';

/** What a call is about. Names are those of the server that has it, whatever a surface calls it. */
export interface PolicySubject {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly server: string;
  readonly name: string;
  readonly risk: Risk;
}

/** Who calls. */
export interface PolicyCaller {
  readonly principal: string;
  /** The OAuth client, only if it is authenticated. */
  readonly client?: string | undefined;
}

export interface Decision {
  readonly verdict: Verdict;
  /** The position of the rule in the configuration, from 1. Undefined: the preset decided. */
  readonly rule?: number | undefined;
  readonly preset: Preset;
  readonly reason?: string | undefined;
}

/** What a rule says about one call, for people who ask why. */
export interface RuleFinding {
  readonly rule: number;
  readonly verdict: Verdict;
  /** The fields of the rule that do not fit the call. Empty: the rule matches. */
  readonly mismatches: readonly string[];
}

type Field = keyof Omit<PolicyRule, 'then' | 'reason'>;

/** A rule with its patterns compiled. `subject` and `caller` never change for one tool and one caller. */
interface CompiledRule {
  readonly decision: Decision;
  readonly fits: readonly [field: Field, test: (subject: PolicySubject, caller: PolicyCaller) => boolean][];
  readonly time: ((now: number) => boolean) | undefined;
  readonly input: ((input: unknown) => boolean) | undefined;
}

/** The rules that can match one subject and one caller. */
interface Candidates {
  readonly rules: readonly CompiledRule[];
  /** Whether one of them depends on the time. */
  readonly timed: boolean;
  /** The minute that the next two fields are for. */
  minute: number;
  current: readonly CompiledRule[];
  forAnyInput: Decision | undefined;
}

const MINUTE_MS = 60_000;
/** Callers that are remembered for one tool. */
const MAX_CALLERS = 1_000;

const PRESET_VERDICTS: Readonly<Record<Preset, Readonly<Record<Risk, Verdict>>>> = {
  open: { read: 'allow', write: 'allow', destructive: 'allow' },
  careful: { read: 'allow', write: 'allow', destructive: 'ask' },
  'read-only': { read: 'allow', write: 'deny', destructive: 'deny' },
};

/** Decides about calls. Pure: the same call at the same time gets the same decision. */
export class Policy {
  readonly #rules: readonly CompiledRule[];
  readonly #preset: Preset;
  /** The rules that can match one subject and one caller: most calls meet few rules or none. */
  readonly #candidates = new WeakMap<PolicySubject, Map<string, Candidates>>();

  constructor({ preset = 'open', rules = [] }: PolicyConfig) {
    this.#preset = preset;
    this.#rules = rules.map((rule, index) => compiled(rule, { preset, rule: index + 1 }));
  }

  /** The decision about a call with this input. Throws if an input is too large to be checked. */
  decide(subject: PolicySubject, caller: PolicyCaller, input: unknown, now: number): Decision {
    for (const { decision, input: fits } of this.#candidatesFor(subject, caller, now).current) {
      if (!fits || fits(input)) return decision;
    }
    return this.#presetDecision(subject);
  }

  /** The decision that holds for every input; undefined if it depends on the input. */
  decideForAnyInput(subject: PolicySubject, caller: PolicyCaller, now: number): Decision | undefined {
    return this.#candidatesFor(subject, caller, now).forAnyInput;
  }

  /** What every rule says about a call, in order, up to the rule that decides. */
  explain(subject: PolicySubject, caller: PolicyCaller, input: unknown, now: number): readonly RuleFinding[] {
    const findings: RuleFinding[] = [];
    for (const { decision, fits, time, input: inputFits } of this.#rules) {
      const mismatches: string[] = fits.filter(([, test]) => !test(subject, caller)).map(([field]) => field);
      if (time && !time(now)) mismatches.push('time');
      if (inputFits && !inputFits(input)) mismatches.push('arguments');
      findings.push({ rule: decision.rule ?? 0, verdict: decision.verdict, mismatches });
      if (mismatches.length === 0) break;
    }
    return findings;
  }

  #presetDecision({ risk }: PolicySubject): Decision {
    return { verdict: PRESET_VERDICTS[this.#preset][risk], preset: this.#preset };
  }

  /** The candidates for a call at this time. Times are compared once a minute. */
  #candidatesFor(subject: PolicySubject, caller: PolicyCaller, now: number): Candidates {
    const candidates = this.#knownCandidates(subject, caller);
    const minute = candidates.timed ? Math.floor(now / MINUTE_MS) : 0;
    if (candidates.minute !== minute) {
      candidates.minute = minute;
      candidates.current = candidates.rules.filter(({ time }) => !time || time(now));
      candidates.forAnyInput = this.#commonDecision(candidates.current, subject);
    }
    return candidates;
  }

  #knownCandidates(subject: PolicySubject, caller: PolicyCaller): Candidates {
    let byCaller = this.#candidates.get(subject);
    if (!byCaller) {
      byCaller = new Map();
      this.#candidates.set(subject, byCaller);
    }
    const key = keyOf(caller);
    const known = byCaller.get(key);
    if (known) return known;
    if (byCaller.size >= MAX_CALLERS) byCaller.clear();
    const rules: CompiledRule[] = [];
    for (const rule of this.#rules) {
      if (!rule.fits.every(([, test]) => test(subject, caller))) continue;
      rules.push(rule);
      if (!rule.time && !rule.input) break;
    }
    const timed = rules.some(({ time }) => time);
    const candidates = { rules, timed, minute: -1, current: rules, forAnyInput: undefined };
    byCaller.set(key, candidates);
    return candidates;
  }

  /** The decision that these rules lead to, whatever the input is. */
  #commonDecision(rules: readonly CompiledRule[], subject: PolicySubject): Decision | undefined {
    let before: Verdict | undefined;
    for (const { decision, input } of rules) {
      if (before && before !== decision.verdict) return undefined;
      before = decision.verdict;
      if (!input) return decision;
    }
    const last = this.#presetDecision(subject);
    return !before || before === last.verdict ? last : undefined;
  }
}

/** The length keeps the two names apart, whatever characters they have. */
function keyOf({ principal, client }: PolicyCaller): string {
  return client === undefined ? `:${principal}` : `${principal.length}:${principal}${client}`;
}

function compiled(rule: PolicyRule, place: { readonly preset: Preset; readonly rule: number }): CompiledRule {
  const { servers, tools, prompts, resources, risk, principals, clients, time, arguments: conditions } = rule;
  const fits: CompiledRule['fits'][number][] = [];
  const fit = (field: Field, test: (subject: PolicySubject, caller: PolicyCaller) => boolean): void => {
    fits.push([field, test]);
  };
  if (servers) {
    const isServer = anyOf(servers);
    fit('servers', ({ server }) => isServer(server));
  }
  const kinds = { tool: tools, prompt: prompts, resource: resources };
  if (tools || prompts || resources) {
    const patterns = Object.entries(kinds).map(([kind, globs]) => [kind, list(globs).map(addressPattern)] as const);
    const byKind = Object.fromEntries(patterns) as Record<PolicySubject['kind'], ReturnType<typeof addressPattern>[]>;
    const field = tools ? 'tools' : prompts ? 'prompts' : 'resources';
    fit(field, ({ kind, server, name }) => byKind[kind].some((matches) => matches(server, name)));
  }
  if (risk) fit('risk', (subject) => list(risk).includes(subject.risk));
  if (principals) {
    const isPrincipal = anyOf(principals);
    fit('principals', (_subject, { principal }) => isPrincipal(principal));
  }
  if (clients) {
    const isClient = anyOf(clients);
    fit('clients', (_subject, { client }) => client !== undefined && isClient(client));
  }
  // A resource has no arguments, so a rule about arguments says nothing about it.
  if (conditions) fit('arguments', ({ kind }) => kind !== 'resource');
  return {
    decision: { verdict: rule.then, ...place, ...(rule.reason !== undefined && { reason: rule.reason }) },
    fits,
    time: time && timeTest(time),
    input: conditions && argumentTest(conditions),
  };
}

function list<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

function anyOf(patterns: string | readonly string[]): Matcher {
  const matchers = list(patterns).map(wildcard);
  return (text) => matchers.some((matches) => matches(text));
}
