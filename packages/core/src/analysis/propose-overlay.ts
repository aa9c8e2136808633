import type { ToolOverlay } from '../catalog/overlay-schema.ts';
import type { Tool } from '../catalog/tool.ts';
import { parameterNames } from '../levels/signature.ts';
import { splitWords } from '../search/text/split-words.ts';
import { stemWord } from '../search/text/stem-word.ts';
import { REQUEST_WORDS, STOP_WORDS } from '../search/text/stop-words.ts';
import { hasEnoughWords } from './tool-words.ts';

/** The part of an overlay that makes a tool easier to find. */
export type Proposal = Pick<ToolOverlay, 'aliases' | 'description'>;

const MOST_ALIASES = 4;
const MOST_PARAMETERS = 4;

/** Aliases from the requests that missed the tool; for a tool that says nothing, a description made of its schema too. */
export function proposalFor(tool: Tool, missed: readonly string[]): Proposal | undefined {
  const aliases = aliasesFrom(tool, missed);
  const description = hasEnoughWords(tool) ? undefined : describe(tool);
  if (aliases.length === 0 && description === undefined) return undefined;
  return { ...(aliases.length > 0 && { aliases }), ...(description !== undefined && { description }) };
}

/** The content words of each request. A request without a word that is new to the tool's names adds nothing. */
function aliasesFrom({ name, title = '', aliases }: Tool, missed: readonly string[]): string[] {
  const named = new Set(splitWords([name, title, ...aliases].join(' ')).map(stemWord));
  const added: string[] = [];
  for (const request of missed) {
    const words = splitWords(request).filter((word) => !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word));
    if (words.length === 0 || words.every((word) => named.has(stemWord(word)))) continue;
    added.push(words.join(' '));
    for (const word of words) named.add(stemWord(word));
    if (added.length === MOST_ALIASES) break;
  }
  return added;
}

/** `list_pods(namespace)` → "List pods. Takes namespace." Undefined if the schema says no more than the name. */
function describe(tool: Tool): string | undefined {
  const { required, optional } = parameterNames(tool);
  const parameters = [...required, ...optional].slice(0, MOST_PARAMETERS).map((key) => splitWords(key).join(' '));
  const spoken = splitWords(tool.name).join(' ');
  if (parameters.length === 0 || spoken === '') return undefined;
  const sentence = `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)}. Takes ${parameters.join(', ')}.`;
  const said = tool.description.trim();
  return said === '' ? sentence : `${said.replace(/[.\s]*$/, '.')} ${sentence}`;
}
