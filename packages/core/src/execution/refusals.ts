import type { CatalogEntry } from '../catalog/catalog.ts';
import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { inContext } from '../catalog/contexts.ts';
import { exceedsRisk, type Risk, riskOf, type Tool } from '../catalog/tool.ts';
import type { CommandError } from '../result/result.ts';
import { META_WORDS, type Words } from '../result/words.ts';
import { calculateSimilarity, findSimilarTools } from '../search/similarity.ts';
import { mayBeMissing, missingServerError } from './missing-server.ts';

const SHOWN_NAME = 80;
/** From this similarity on, a misspelled name has one likely meaning. */
const OBVIOUS = 0.8;

/** The error for a name that no tool has, or several have. It suggests similar names. */
export function notFound(catalog: CatalogReader, address: string, words: Words = META_WORDS): CommandError {
  const name = address.length > SHOWN_NAME ? `${address.slice(0, SHOWN_NAME)}…` : address;
  const lookup = catalog.lookup(address);
  if (!lookup.found && lookup.candidates.length > 0) {
    return {
      code: 'COMMAND_NOT_FOUND',
      message: `'${name}' is ambiguous: more than one server has it`,
      suggestion: `Use one of ${quoted(lookup.candidates, ', ')}.`,
      details: { candidates: lookup.candidates },
    };
  }
  const missing = missingServerError(catalog, address);
  if (missing) return missing;
  const candidates = plausible(address, similarAddresses(catalog, address));
  const guess = candidates.length > 0 ? `Did you mean ${quoted(candidates, ' or ')}?` : '';
  return {
    code: 'COMMAND_NOT_FOUND',
    message: `No command named '${name}'`,
    suggestion: sentences(guess, words.find(), mayBeMissing(catalog)) || 'This caller has no other commands.',
    ...(candidates.length > 0 && { details: { candidates } }),
  };
}

/** The error for a model's call of a tool that its server reserves for the page of an app. */
export function onlyForPages(address: string): CommandError {
  return {
    code: 'COMMAND_NOT_EXPOSED',
    message: `Only the page of its app calls '${address}'`,
    suggestion: 'Use another command, or the page that the app shows.',
  };
}

/** Adds where the caller finds the schema to the error of an invalid input. */
export function pointToSchema(error: CommandError, address: string, words: Words = META_WORDS): CommandError {
  return { ...error, suggestion: sentences(words.describe(address), error.suggestion) };
}

/** Up to three addresses that are similar to this one; of the server that it names, where that has such tools. */
export function similarAddresses(catalog: CatalogReader, address: string): string[] {
  const slash = address.indexOf('/');
  if (slash < 0) return findSimilarTools(address, catalog.addresses('name'));
  const ids = [...catalog.addresses('id')];
  const server = address.slice(0, slash + 1);
  const own = findSimilarTools(
    address,
    ids.filter((id) => id.startsWith(server)),
  );
  return own.length > 0 ? own : findSimilarTools(address, ids);
}

/** An obvious typo gets one suggestion; otherwise all candidates are suggested. */
function plausible(address: string, candidates: readonly string[]): readonly string[] {
  const [best = ''] = candidates;
  return calculateSimilarity(address, best) >= OBVIOUS ? [best] : candidates;
}

function quoted(names: readonly string[], between: string): string {
  return names.map((name) => `'${name}'`).join(between);
}

export interface Admission {
  readonly catalog: CatalogReader;
  /** Whether contexts are configured. Without any, the contexts of a tool are ignored. */
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
  readonly maxRisk?: Risk | undefined;
  readonly words?: Words | undefined;
}

/** Why a call is refused; undefined if it is admitted. Checks run in the order that gives an agent the most useful error first. */
export function refuse({ tool, source }: CatalogEntry, admission: Admission): CommandError | undefined {
  const address = admission.catalog.addressOf(tool);
  const words = admission.words ?? META_WORDS;
  if (!source.exposes(tool)) {
    return {
      code: 'COMMAND_NOT_EXPOSED',
      message: `Command '${address}' exists, but this server does not expose it`,
      suggestion: sentences(words.find()) || 'Use another command.',
    };
  }
  if (!tool.enabled) {
    return {
      code: 'COMMAND_DISABLED',
      message: `Command '${address}' is disabled`,
      suggestion:
        source.availability?.(tool).todo ??
        sentences(words.find(), 'Use another command, or ask the operator to enable it'),
    };
  }
  if (admission.contextual && !inContext(tool, admission.activeContext))
    return contextMismatch(tool, address, admission.activeContext, words);
  const risk = riskOf(tool);
  if (admission.maxRisk && exceedsRisk(risk, admission.maxRisk)) {
    return {
      code: 'COMMAND_NOT_EXPOSED',
      message: `Command '${address}' is ${risk}; this call runs only ${RUNS[admission.maxRisk]} commands`,
      suggestion: riskier(words.call(address, { risk })),
    };
  }
  return undefined;
}

const RUNS: Readonly<Record<Risk, string>> = { read: 'read', write: 'read and write', destructive: 'all' };

function riskier(call: string | undefined): string {
  return call ? `Run it with ${call}, with the same input.` : 'Ask the operator: no tool of this caller may run it.';
}

/** Joins sentences. A sentence without a final punctuation mark gets a period. */
function sentences(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part)
    .map((part) => (/[.?!]$/.test(part as string) ? part : `${part}.`))
    .join(' ');
}

function contextMismatch(tool: Tool, address: string, activeContext: string | undefined, words: Words): CommandError {
  const wanted = tool.contexts[0] ?? '';
  return {
    code: 'CONTEXT_MISMATCH',
    message: `Command '${address}' belongs to context ${tool.contexts.map((name) => `'${name}'`).join(' or ')}; ${
      activeContext ? `'${activeContext}' is active` : 'none is active'
    }`,
    suggestion:
      sentences(words.enterContext(wanted, riskOf(tool))) ||
      `Connect with a client that keeps a session: without one, '${wanted}' cannot be entered here.`,
    details: { contexts: tool.contexts },
  };
}
