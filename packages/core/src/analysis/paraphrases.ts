import { isObject, own } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import { propertiesOf } from '../levels/properties.ts';
import { ACTION, type ActionName } from '../search/actions/action.ts';
import { toolAction } from '../search/actions/tool-action.ts';
import { verbActions } from '../search/actions/verbs.ts';
import { splitWords } from '../search/text/split-words.ts';
import { stemWord } from '../search/text/stem-word.ts';
import { STOP_WORDS } from '../search/text/stop-words.ts';
import { spokenWords } from '../search/words/field-lexicon.ts';

/** How people ask for an action. */
const SPOKEN_VERBS: Readonly<Record<ActionName, readonly string[]>> = {
  find: ['find', 'look for', 'search'],
  list: ['show all', 'list', 'what are the'],
  read: ['show', 'get', 'look at'],
  create: ['create', 'add', 'make a new'],
  change: ['change', 'update', 'edit'],
  delete: ['remove', 'delete', 'get rid of'],
  send: ['send', 'post', 'share'],
  run: ['run', 'start', 'trigger'],
  stop: ['stop', 'cancel', 'end'],
  copy: ['copy', 'duplicate', 'clone'],
  transfer: ['upload', 'download', 'export'],
  connect: ['connect', 'sign in to', 'log in to'],
  analyze: ['check', 'analyze', 'compare'],
  approve: ['approve', 'accept', 'confirm'],
};
const LOOKS = ACTION.find | ACTION.list | ACTION.read;
const DEFAULT_VERBS = ['use', 'work with'];

const MOST_REQUESTS = 12;
const MOST_PARAMETERS = 3;
const MOST_CHOICES = 2;
const LONGEST_REQUEST = 120;

/** Requests that should find a tool, in two halves: one to learn words from, the other to measure whether they help. */
export interface Paraphrases {
  readonly known: readonly string[];
  readonly heldOut: readonly string[];
}

/**
 * Paraphrases of a tool, made of its own name, parameters and examples, in words that people use for them. `said`: requests
 * from elsewhere that this tool answered. Which half a request is in depends only on its text.
 */
export function paraphrasesOf(tool: Tool, said: readonly string[] = []): Paraphrases {
  const own = new Set<string>();
  const spokenName = splitWords(tool.name).join(' ');
  for (const request of [...said, ...tool.examples.map(({ title }) => title), ...composed(tool)]) {
    const text = request.trim().slice(0, LONGEST_REQUEST);
    if (text !== '' && text !== spokenName && own.size < MOST_REQUESTS) own.add(text);
  }
  const ordered = [...own].sort((a, b) => mix(a) - mix(b) || (a < b ? -1 : 1));
  return {
    known: ordered.filter((_, at) => at % 2 === 0),
    heldOut: ordered.filter((_, at) => at % 2 === 1),
  };
}

function* composed(tool: Tool): Generator<string> {
  const object = objectOf(tool);
  const actions = toolAction(tool);
  const verbs = verbsFor(actions);
  const [verb = '', ...others] = verbs;
  for (const other of others) yield `${other} ${object.join(' ')}`;
  for (const [at, word] of object.entries()) {
    for (const spoken of spokenWords(stemWord(word)).slice(0, 2))
      yield `${others[at % 2] ?? verb} ${object.with(at, spoken).join(' ')}`;
  }
  const joint = (actions & LOOKS) !== 0 ? 'by' : 'with';
  for (const { key, schema } of propertiesOf(tool.inputSchema).slice(0, MOST_PARAMETERS)) {
    const words = splitWords(key).join(' ');
    if (words !== '') yield `${verb} ${object.join(' ')} ${joint} ${words}`;
    for (const choice of choicesOf(schema)) yield `${others[0] ?? verb} ${choice} ${object.join(' ')}`;
  }
}

/** What the tool acts on: the words of its name without its verb and its server, else those of its summary. */
function objectOf({ name, server, summary }: Tool): string[] {
  const servers = new Set(splitWords(server));
  const words = splitWords(name).filter((word) => !servers.has(word) && !STOP_WORDS.has(word));
  const object = words.filter((word) => verbActions(word) === 0);
  if (object.length > 0) return object;
  const said = splitWords(summary).filter(
    (word) => !STOP_WORDS.has(word) && verbActions(word) === 0 && !servers.has(word),
  );
  return [said.slice(0, 3), words, [...servers]].find((some) => some.length > 0) ?? [];
}

function verbsFor(actions: number): readonly string[] {
  const names = (Object.keys(ACTION) as ActionName[]).filter((name) => (actions & ACTION[name]) !== 0);
  const [first] = names;
  return first === undefined ? DEFAULT_VERBS : SPOKEN_VERBS[first];
}

function choicesOf(schema: unknown): string[] {
  const choices = isObject(schema) ? own(schema, 'enum') : undefined;
  if (!Array.isArray(choices)) return [];
  const words = choices.filter(
    (choice): choice is string => typeof choice === 'string' && /^[\p{L}_-]{3,20}$/u.test(choice),
  );
  return words.slice(0, MOST_CHOICES).map((choice) => splitWords(choice).join(' '));
}

/** Spreads texts evenly, and the same text always to the same place (FNV-1a). */
function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
