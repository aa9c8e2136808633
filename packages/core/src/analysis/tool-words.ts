import type { Tool } from '../catalog/tool.ts';
import { parameterNames } from '../levels/signature.ts';
import { ACTION } from '../search/actions/action.ts';
import { describedActions, verbActions } from '../search/actions/verbs.ts';
import { splitWords } from '../search/text/split-words.ts';
import { stemWord } from '../search/text/stem-word.ts';
import { STOP_WORDS } from '../search/text/stop-words.ts';
import type { AlikeTools } from './analyze-tools.ts';

/** Minimum of different words in name and description, without stop words. With fewer, search cannot match. */
const LEAST_WORDS = 2;
/** Words that say nothing about a tool, besides those that search drops. */
const EMPTY_WORDS = ['tool', 'new'];

/** Actions whose verbs are true synonyms. "Approve" and "reject" are one action too, and opposites. */
const SYNONYMS = ACTION.create | ACTION.delete | ACTION.find | ACTION.list | ACTION.read;

/** Whether the texts name at least an action and its object. */
export function hasEnoughWords({ name, description, server }: Tool): boolean {
  if (description.trim() === '') return false;
  const words = new Set(splitWords(`${name} ${description}`).filter((word) => word.length > 1));
  for (const word of [...splitWords(server), ...EMPTY_WORDS, ...STOP_WORDS]) words.delete(word);
  return words.size >= LEAST_WORDS;
}

/** Pairs of tools of a server whose descriptions use the same words, in any order, for the same parameters. */
export function sameWords(tools: readonly Tool[], isPoor: ReadonlySet<Tool>): AlikeTools[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    if (isPoor.has(tool) || !tool.enabled) continue;
    const key = wordsKey(tool);
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  }
  // Of a group, each tool is compared with the first: the number of pairs stays linear.
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? others.map((other): AlikeTools => ({ tools: ordered(first, other), by: 'words' })) : [],
  );
}

function ordered(one: Tool, other: Tool): readonly [Tool, Tool] {
  return one.id < other.id ? [one, other] : [other, one];
}

/** Verbs of the same action count as the same word: "Add an order" says what "Create an order" says. */
function wordsKey(tool: Tool): string {
  const words = splitWords(tool.description)
    .map((word, at) => (STOP_WORDS.has(word) ? '' : verbOrStem(word, at === 0)))
    .filter((word) => word !== '');
  const { required, optional } = parameterNames(tool);
  return JSON.stringify([tool.server, [...new Set(words)].sort(), [...required].sort(), [...optional].sort()]);
}

function verbOrStem(word: string, isFirst: boolean): string {
  const actions = (isFirst && describedActions(word)) || verbActions(word);
  const isSynonym = actions !== 0 && (actions & ~SYNONYMS) === 0;
  return isSynonym ? `action ${actions}` : stemWord(word);
}
