import { type Command, defineCommand, success } from '@foldout/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { inputSchema, sampleInput } from './synthetic/parameters.ts';
import { ASPECTS, DOMAINS, REGIONS, VERBS, type Verb } from './synthetic/vocabulary.ts';

/** A command that can be registered with Foldout and with a bare SDK server. */
export interface SyntheticCommand {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly risk: Verb['risk'];
  readonly input: z.ZodObject;
  /** An input that the command accepts. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** A search query that should find the command. */
  readonly request: string;
  run(input: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

const PER_DOMAIN = ASPECTS.length * VERBS.length;
/** Commands in a category of a small server. A category holds more once every domain is in use. */
const USUAL_CATEGORY = 8;
const MAX_PARAMETERS = 8;

export const MAX_COMMANDS = REGIONS.length * DOMAINS.length * PER_DOMAIN;

/** Exactly `count` commands, the same on every run and every machine. */
export function syntheticCommands(count: number): SyntheticCommand[] {
  if (!Number.isInteger(count) || count < 1 || count > MAX_COMMANDS) {
    throw new RangeError(`${count} synthetic commands cannot be made. Choose 1 to ${MAX_COMMANDS}.`);
  }
  const usual = Math.min(Math.ceil(count / USUAL_CATEGORY), DOMAINS.length);
  const domains = Math.max(usual, Math.ceil(count / PER_DOMAIN));
  return Array.from({ length: domains }, (_, domain) => {
    const size = Math.floor(count / domains) + (domain < count % domains ? 1 : 0);
    return Array.from({ length: size }, (_, position) => syntheticCommand(domain, position));
  }).flat();
}

export function toFoldout(commands: readonly SyntheticCommand[]): Command[] {
  return commands.map(({ name, category, description, tags, risk, input, run }) =>
    defineCommand({
      name,
      category,
      description,
      tags,
      input,
      mutation: risk !== 'read',
      destructive: risk === 'destructive',
      handler: (values) => success(run(values)),
    }),
  );
}

/** Registers the same tools with the same texts, schemas and answers, in the way of the SDK's documentation. */
export function registerBare(server: McpServer, commands: readonly SyntheticCommand[]): void {
  for (const { name, description, risk, input, run } of commands) {
    const annotations =
      risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
    server.registerTool(name, { description, inputSchema: input, annotations }, (values) => {
      const data = run(values);
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
    });
  }
}

function syntheticCommand(domainIndex: number, position: number): SyntheticCommand {
  const domain = DOMAINS[domainIndex % DOMAINS.length] ?? '';
  const region = REGIONS[Math.floor(domainIndex / DOMAINS.length)] ?? '';
  const aspect = ASPECTS[Math.floor(position / VERBS.length)] ?? '';
  const verb = VERBS[position % VERBS.length] as Verb;
  const category = region ? `${region}-${domain}` : domain;
  const words = [category, aspect, verb.name].filter(Boolean);
  const record = region ? `${domain} in ${region}` : domain;
  const thing = aspect ? `${aspect} of the ${record}` : record;
  const extras = verb.mayTake.slice(0, extrasOf(verb, domainIndex + position));
  return {
    name: words.join('-'),
    category,
    description: verb.describe(thing),
    tags: [verb.risk, aspect || 'record'],
    risk: verb.risk,
    input: inputSchema(thing, verb.takes, extras),
    sample: sampleInput(verb.takes, extras),
    request: [verb.name, aspect, domain].filter(Boolean).join(' '),
    run: (input) => answer(category, verb, input),
  };
}

function extrasOf(verb: Verb, variety: number): number {
  const most = Math.min(verb.mayTake.length, MAX_PARAMETERS - verb.takes.length);
  return variety % (most + 1);
}

/** A small record, like the answer of most commands. */
function answer(category: string, verb: Verb, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    id: input['id'] ?? `${category}_20391`,
    action: verb.name,
    status: input['status'] ?? 'open',
    fields: Object.keys(input).length,
    updatedAt: '2026-11-15T09:30:00Z',
  };
}
