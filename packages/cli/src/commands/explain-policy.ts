import type { JsonObject, Tool } from '@foldout/core';
import {
  type Decision,
  isObject,
  LOCAL_PRINCIPAL,
  Policy,
  type PolicyCaller,
  type PolicySubject,
  type RuleFinding,
  riskOf,
  upstreamTool,
} from '@foldout/core/internal';
import { lookUp } from '../catalog/look-up.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson, style } from '../output/terminal.ts';

export interface ExplainPolicyOptions {
  readonly config?: string;
  readonly as?: string;
  readonly client?: string;
  readonly input?: string;
  readonly at?: string;
  readonly json?: boolean;
}

type Verdict = Decision['verdict'];

const COLORS: Readonly<Record<Verdict, (text: string) => string>> = {
  allow: style.green,
  ask: style.yellow,
  deny: style.red,
};

/** Shows what the policy decides about one tool for one caller, and what each rule says on the way. */
export async function explainPolicy(options: ExplainPolicyOptions, [address = '']: readonly string[]): Promise<void> {
  const input = inputIn(options.input);
  const at = timeIn(options.at);
  const opened = await openCatalog(options, 'if-empty');
  const { tool } = lookUp(opened.visible(), address, opened.known.unknown);
  const { policy: config } = opened.chosen.loaded.config;
  if (!config) note('the configuration has no "policy": every call is allowed');
  const policy = new Policy(config ?? {});
  const { server, name } = upstreamTool(tool);
  const subject: PolicySubject = { kind: 'tool', server, name, risk: riskOf(tool) };
  const caller: PolicyCaller = { principal: options.as ?? LOCAL_PRINCIPAL, client: options.client };
  const decision = input ? policy.decide(subject, caller, input, at) : policy.decideForAnyInput(subject, caller, at);
  const rules = policy.explain(subject, caller, input, at);
  if (decision?.verdict === 'deny') process.exitCode = EXIT.failed;
  if (options.json)
    return printJson({ tool: tool.id, risk: subject.risk, ...caller, decision: decision ?? null, rules });
  print(headline(tool, subject, caller, decision));
  for (const finding of rules) print(`  ${ruleLine(finding, input !== undefined)}`);
  if (decision?.rule === undefined && decision) print(`  preset ${decision.preset}: ${paint(decision.verdict)}`);
}

function headline(
  { id }: Tool,
  { risk }: PolicySubject,
  { principal, client }: PolicyCaller,
  decision: Decision | undefined,
): string {
  const who = `${principal}${client === undefined ? '' : ` with ${client}`}`;
  const verdict = decision ? paint(decision.verdict) : style.yellow('depends on the arguments: pass them with --input');
  return `${style.bold(oneLine(id))} (${risk}) as ${oneLine(who)}: ${verdict}${reasonOf(decision)}`;
}

function reasonOf(decision: Decision | undefined): string {
  return decision?.reason === undefined ? '' : `, ${oneLine(decision.reason)}`;
}

function ruleLine({ rule, verdict, mismatches }: RuleFinding, withInput: boolean): string {
  if (mismatches.length === 0) return `rule ${rule}: ${paint(verdict)}`;
  if (!withInput && mismatches.join() === 'arguments') return `rule ${rule}: ${paint(verdict)} with certain arguments`;
  return style.dim(`rule ${rule}: no match (${mismatches.join(', ')})`);
}

function paint(verdict: Verdict): string {
  return COLORS[verdict](verdict);
}

function inputIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {}
  throw new CliError(`--input is not a JSON object. Write it in quotes: --input '{"path": "/tmp"}'`);
}

function timeIn(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new CliError(`--at ${oneLine(text)} is not a time. Write it as 2026-03-04T12:00:00Z`);
  return time;
}
