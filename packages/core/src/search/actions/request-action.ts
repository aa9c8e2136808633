import { splitWords } from '../text/split-words.ts';
import { ACTION } from './action.ts';
import { leadActions, verbActions } from './verbs.ts';

/** Words before the verb of a request: "could you please …", "I want to …". */
const BEFORE_THE_VERB: ReadonlySet<string> = set(`
  please kindly can could would will you i we want wants need needs to like d ll m s t just now then and also hey hi hello
  ok okay so should must lets us help try go ahead quickly finally first next maybe really all right`);
/** A question asks to look something up, unless it asks whether something can be done. */
const QUESTIONS: ReadonlySet<string> = set(`
  what which who whom whose when where why how is are was were do does did has have any`);
const LOOKS = ACTION.find | ACTION.list | ACTION.read;
/** Things that come to be by being told: "bug report", alone, asks to create one. The last word is the verb. */
const TOLD =
  /^(?:(?:new|a|my|the) )?(?:(?:bug|defect|issue|crash|error|problem|incident) report|(?:feature|enhancement|change) request)$/;
/** A verb is expected after these words, wherever they stand. */
const VERB_FOLLOWS: ReadonlySet<string> = set('to please then and');
const MOST_TOLD = 3;
const CLAUSE_END = /[.!?;,\n]/;

/** What a request asks for. */
export interface RequestAction {
  /** 0 if the request has no verb, as in "bug report". */
  readonly actions: number;
  /** The words that say so. */
  readonly verbs: ReadonlySet<string>;
}

/** The actions that a request asks for, from its verbs in context, clause by clause. `words` are the words of the text. */
export function requestAction(text: string, words: readonly string[] = splitWords(text)): RequestAction {
  const verbs = new Set<string>();
  if (!CLAUSE_END.test(text)) return { actions: clauseActions(words, verbs), verbs };
  let actions = 0;
  for (const clause of text.split(CLAUSE_END)) actions |= clauseActions(splitWords(clause), verbs);
  return { actions, verbs };
}

function clauseActions(words: readonly string[], verbs: Set<string>): number {
  let at = 0;
  while (at < words.length && BEFORE_THE_VERB.has(words[at] as string)) at++;
  const first = words[at];
  if (first === undefined) return 0;
  if (QUESTIONS.has(first)) return LOOKS | ACTION.analyze;
  if (words.length <= MOST_TOLD && TOLD.test(words.join(' '))) {
    verbs.add(words.at(-1) as string);
    return ACTION.create;
  }
  let actions = leadActions(words, at, at > 0);
  if (actions !== 0) verbs.add(first);
  for (let i = at + 1; i < words.length; i++) {
    const follows = VERB_FOLLOWS.has(words[i - 1] as string);
    if (!follows && actions !== 0) continue;
    // The first verb decides; later ones count where a further clause begins.
    const more = follows ? leadActions(words, i, true) : verbActions(words[i] as string);
    if (more !== 0) verbs.add(words[i] as string);
    actions |= more;
  }
  return actions;
}

function set(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}
