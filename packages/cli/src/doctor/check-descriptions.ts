import { parameterNames, type Tool } from '@foldout/core';
import type { KnownCatalog } from '@foldout/gateway/catalog';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

/** Fewer words in name and description together, and nobody who asks in other words finds it. */
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
/** Where a tool's own words do not bring it, other words will not either. */
const FOUND_WITHIN = 5;
/** Searching for each of very many would take minutes. */
const MOST_SEARCHED = 2_000;

/** Descriptions that are too poor to be found, with what to add. */
export async function checkDescriptions(known: KnownCatalog, tools: readonly Tool[]): Promise<Finding[]> {
  const poor = tools.filter((tool) => saysTooLittle(tool));
  const isPoor = new Set(poor);
  const findings = poor.map((tool) => finding(tool, whatIsMissing(tool), whatToAdd(tool)));
  for (const tool of tools.slice(0, MOST_SEARCHED)) {
    // What is withheld is not found by anybody.
    if (isPoor.has(tool) || !tool.enabled) continue;
    const rival = await rivalOf(known, tool);
    if (rival) {
      findings.push(
        finding(
          tool,
          `its own description finds ${oneLine(rival.id)} and not it`,
          `Say what sets it apart from ${oneLine(rival.id)}: to what it does it, or when to use it.${inConfig(tool)}`,
        ),
      );
    }
  }
  return findings;
}

/** What is done, and to what: with both, those who need it have words to find it by. */
function saysTooLittle({ description, name, server }: Tool): boolean {
  if (description.trim() === '') return true;
  const said = new Set([...wordsOf(name), ...wordsOf(description)]);
  for (const word of [...wordsOf(server), ...EMPTY_WORDS]) said.delete(word);
  return said.size < LEAST_WORDS;
}

function whatIsMissing({ description }: Tool): string {
  return description.trim() === ''
    ? 'has no description'
    : `its description says no more than its name: "${oneLine(description).slice(0, 60)}"`;
}

function whatToAdd(tool: Tool): string {
  const { required, optional } = parameterNames(tool);
  const parameters = [...required, ...optional].slice(0, 4);
  const of = parameters.length > 0 ? ` What it takes (${parameters.map(oneLine).join(', ')}) belongs into it too.` : '';
  return `Add a sentence with what it does and to what, in the words of whoever needs it.${of}${inConfig(tool)}`;
}

/** The server may be somebody else's. */
function inConfig({ server }: Tool): string {
  return ` Where the server is not yours: "tags" or "description" of '${server}' in the configuration take part in search.`;
}

/** Who is found instead, where a tool is not among the first for what it says of itself. */
async function rivalOf(known: KnownCatalog, tool: Tool): Promise<Tool | undefined> {
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
