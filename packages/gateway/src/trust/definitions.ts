import type { JsonObject, Tool } from '@foldout/core';
import { contentHash, isObject, own } from '@foldout/core/internal';
import { changesSince, coversOthers, fingerprintOf, isApproved } from './fingerprint.ts';

/** Something of a server that clients receive, and that can be approved. */
export interface Definition {
  readonly server: string;
  /** The name of a tool; a kind and a name for everything else (`prompt:review`). Unique within its server. */
  readonly name: string;
  readonly isTool: boolean;
  readonly fingerprint: string;
  isApproved(fingerprint: string): boolean;
  /** One line for each part that differs from the approved fingerprint. The lines contain no text of the server. */
  changesSince(fingerprint: string): readonly string[];
  /** The definition as text, to compare it with an approved one. */
  text(): string;
}

/** What a server offers besides tools, as it sent it. */
export interface OtherDefinitions {
  readonly instructions?: string | undefined;
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/**
 * `sent`: reads the definition as the server sent it, whose fields count too. Reading it can mean parsing it, so `isApproved`
 * reads it only if `whole`.
 */
export function toolDefinition(tool: Tool, sent: () => unknown = () => undefined, whole = true): Definition {
  const { server, name } = tool;
  const more = (): JsonObject | undefined => otherFieldsOf(tool, sent());
  let fingerprint: string | undefined;
  return {
    server,
    name,
    isTool: true,
    get fingerprint() {
      fingerprint ??= fingerprintOf(tool, more());
      return fingerprint;
    },
    isApproved: (fingerprint) => isApproved(tool, fingerprint) && (!whole || coversOthers(fingerprint, more())),
    changesSince: (fingerprint) => changesSince(fingerprint, tool, more()),
    text: () => readable(sent() ?? catalogFields(tool)),
  };
}

export const INSTRUCTIONS = 'server:instructions';
export const promptKey = (prompt: JsonObject): string => `prompt:${prompt['name']}`;
export const resourceKey = (resource: JsonObject): string => `resource:${resource['uri']}`;
export const templateKey = (template: JsonObject): string => `template:${template['uriTemplate']}`;

export function otherDefinitions(server: string, offered: OtherDefinitions): Definition[] {
  const { instructions, prompts, resources, resourceTemplates } = offered;
  return [
    ...(instructions ? [otherDefinition(server, INSTRUCTIONS, { instructions })] : []),
    ...prompts.map((prompt) => otherDefinition(server, promptKey(prompt), prompt)),
    ...resources.map((resource) => otherDefinition(server, resourceKey(resource), resource)),
    ...resourceTemplates.map((template) => otherDefinition(server, templateKey(template), template)),
  ];
}

/** A definition that is compared as a whole. */
export function otherDefinition(server: string, name: string, sent: JsonObject): Definition {
  return {
    server,
    name,
    isTool: false,
    get fingerprint() {
      return hashOfSent(sent);
    },
    isApproved: (approved) => approved === hashOfSent(sent),
    changesSince: () => ['definition: changed'],
    text: () => readable(sent),
  };
}

const hashes = new WeakMap<JsonObject, string>();

function hashOfSent(sent: JsonObject): string {
  const known = hashes.get(sent);
  if (known) return known;
  const hash = contentHash(sent);
  hashes.set(sent, hash);
  return hash;
}

const IN_CATALOG: ReadonlySet<string> = new Set(['name', 'title', 'description', 'inputSchema', 'outputSchema']);
const HINTS: ReadonlySet<string> = new Set([
  'title',
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]);

/** Fields that a client may receive and that the definition hash does not cover; undefined if there are none. */
function otherFieldsOf(tool: Tool, sent: unknown): JsonObject | undefined {
  if (!isObject(sent)) return undefined;
  const more: JsonObject = {};
  for (const [key, value] of Object.entries(sent)) {
    if (key === 'annotations' ? hasOtherHints(value) : !IN_CATALOG.has(key)) more[key] = value;
  }
  // The catalog cuts a text and drops a schema that is over its limits. The whole one then counts here.
  if (String(own(sent, 'description') ?? '').length > tool.description.length + CLEANED) {
    more['description'] = sent['description'];
  }
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const kept = tool[key];
    const whole = own(sent, key);
    if (isObject(whole) && Object.keys(whole).length > Object.keys(kept ?? {}).length + 1) more[key] = whole;
  }
  return Object.keys(more).length > 0 ? more : undefined;
}

/** White space and control characters that the catalog removes from a description. */
const CLEANED = 1_000;

function hasOtherHints(annotations: unknown): boolean {
  return isObject(annotations) && Object.keys(annotations).some((key) => !HINTS.has(key));
}

function catalogFields({ name, title, description, inputSchema, outputSchema, annotations }: Tool): JsonObject {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** One line for each line of a text and for each field, so that a difference shows the words that changed. */
function readable(sent: unknown): string {
  return JSON.stringify(sent, undefined, 2).replaceAll('\\n', '\\n\n');
}
