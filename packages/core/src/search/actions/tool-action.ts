import type { Tool } from '../../catalog/tool.ts';
import { splitWords } from '../text/split-words.ts';
import { ACTION } from './action.ts';
import { describedActions, nounVerbActions, verbActions } from './verbs.ts';

const FIRST_WORDS = 120;
const LOOKS = ACTION.find | ACTION.list | ACTION.read;
/** Names in CRUD style: `issue_write` creates and changes. */
const ENDINGS: Readonly<Record<string, number>> = {
  write: ACTION.create | ACTION.change,
  list: ACTION.list | ACTION.find,
  new: ACTION.create,
};

/**
 * What a tool does: from the verb of its name, else from the first word of its description, else from a word of its name
 * that may be a verb, else from its annotations.
 */
export function toolAction({
  name,
  description,
  annotations,
}: Pick<Tool, 'name' | 'description' | 'annotations'>): number {
  const words = splitWords(name);
  return (
    byName(words, sureActions) ||
    byDescription(description) ||
    byName(words, nounVerbActions) ||
    byAnnotations(annotations)
  );
}

function sureActions(word: string, isEdge: boolean): number {
  return isEdge && Object.hasOwn(ENDINGS, word) ? (ENDINGS[word] as number) : verbActions(word);
}

/** "create_or_update_file" does both; in "get_deployment_status" only the first word is the verb. */
function byName(words: readonly string[], actionsOf: (word: string, isEdge: boolean) => number): number {
  let actions = 0;
  for (const [at, word] of words.entries()) {
    const joins = words[at - 1] === 'or' || words[at - 1] === 'and';
    if (actions === 0 || joins) actions |= actionsOf(word, at === 0 || at === words.length - 1);
  }
  return actions;
}

function byDescription(description: string): number {
  return describedActions(splitWords(description.slice(0, FIRST_WORDS))[0] ?? '');
}

function byAnnotations(annotations: Tool['annotations']): number {
  if (annotations?.readOnlyHint === true) return LOOKS;
  if (annotations?.destructiveHint === true) return ACTION.delete | ACTION.change;
  return 0;
}
