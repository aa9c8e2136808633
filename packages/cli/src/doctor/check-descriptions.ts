import type { Tool } from '@foldout/core';
import { parameterNames } from '@foldout/core/internal';
import type { CachedCatalog } from '@foldout/gateway/internal/catalog';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

/** Minimum of different words in name and description, without stop words. With fewer, search cannot match. */
const LEAST_WORDS = 2;
const EMPTY_WORDS = [
  'the',
  'an',
  'of',
  'on',
  'in',
  'to',
  'for',
  'from',
  'with',
  'this',
  'that',
  'tool',
  'new',
  'by',
  'it',
];
/** A search for a tool's own summary must find it among this many hits. */
const FOUND_WITHIN = 5;
/** Upper limit of searches, because more would take minutes. */
const MOST_SEARCHED = 2_000;

/** Finds descriptions that search cannot match, and says what to add. */
export async function checkDescriptions(known: CachedCatalog, tools: readonly Tool[]): Promise<Finding[]> {
  const poor = tools.filter(hasTooFewWords);
  const isPoor = new Set(poor);
  const findings = poor.map((tool) => finding(tool, whatIsMissing(tool), whatToAdd(tool)));
  for (const tool of tools.slice(0, MOST_SEARCHED)) {
    // Disabled tools are not in the search index.
    if (isPoor.has(tool) || !tool.enabled) continue;
    const rival = await rivalOf(known, tool);
    if (rival) {
      findings.push(
        finding(
          tool,
          `a search for its own description finds ${oneLine(rival.id)} instead`,
          `Describe how it differs from ${oneLine(rival.id)}: what it acts on, or when to use it.${inConfig(tool)}`,
        ),
      );
    }
  }
  return findings;
}

/** A useful description names at least an action and its object. */
function hasTooFewWords({ description, name, server }: Tool): boolean {
  if (description.trim() === '') return true;
  const words = new Set([...wordsOf(name), ...wordsOf(description)]);
  for (const word of [...wordsOf(server), ...EMPTY_WORDS]) words.delete(word);
  return words.size < LEAST_WORDS;
}

function whatIsMissing({ description }: Tool): string {
  return description.trim() === ''
    ? 'has no description'
    : `its description adds nothing to its name: "${oneLine(description).slice(0, 60)}"`;
}

function whatToAdd(tool: Tool): string {
  const { required, optional } = parameterNames(tool);
  const parameters = [...required, ...optional].slice(0, 4);
  const of = parameters.length > 0 ? ` Mention its parameters (${parameters.map(oneLine).join(', ')}) too.` : '';
  return `Add a sentence that says what it does and to what, in words that users search for.${of}${inConfig(tool)}`;
}

/** Advice for servers that the user cannot change. */
function inConfig({ server }: Tool): string {
  return ` If you cannot change the server, add "tags" or "description" to '${server}' in the configuration; search uses them.`;
}

/** The first hit of a search for the tool's summary, if the tool itself is not among the hits. */
async function rivalOf(known: CachedCatalog, tool: Tool): Promise<Tool | undefined> {
  const { hits } = await known.search(tool.summary, { limit: FOUND_WITHIN });
  if (hits.some((hit) => hit.tool.id === tool.id)) return undefined;
  return hits[0]?.tool;
}

function finding({ id }: Tool, what: string, fix: string): Finding {
  return { check: 'description', level: 'warning', about: id, what, fix };
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}
