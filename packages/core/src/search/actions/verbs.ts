import { stemWord } from '../text/stem-word.ts';
import { ACTION, type ActionName } from './action.ts';

/** Verbs that are rarely anything else, by the actions they stand for. Only their base form: "deleted" is an adjective. */
const VERBS_ANYWHERE: readonly (readonly [string, string])[] = [
  ['find', 'find discover locate browse'],
  ['find list', 'search lookup seek explore filter'],
  ['list find', 'enumerate'],
  ['read list', 'get fetch retrieve show display obtain'],
  ['read', 'read describe inspect examine reveal extract scrape crawl'],
  ['read analyze', 'check verify summarize summarise explain'],
  ['create', 'create add make insert compose generate scaffold introduce append prepend purchase buy'],
  ['create run', 'render provision spawn initialize install'],
  ['create change', 'write save upsert'],
  ['change', 'update edit modify alter adjust rename reassign replace assign rewrite configure customize customise'],
  ['change', 'resize reorder unmute unlock unpin enable amend promote mark'],
  ['change delete', 'archive dismiss detach unlink untag revoke withdraw'],
  ['change create', 'attach reschedule postpone invite'],
  ['delete', 'delete remove erase destroy wipe discard uninstall unassign deregister prune'],
  ['send create', 'publish'],
  ['send', 'send forward notify inform deliver'],
  ['run', 'execute launch invoke restart reboot redeploy rerun retry resume perform navigate'],
  ['run create', 'deploy'],
  ['run change', 'activate'],
  ['stop', 'stop abort suspend disable terminate deactivate'],
  ['stop change delete', 'cancel'],
  ['copy', 'clone duplicate replicate'],
  ['change run', 'restore revert undo recover rollback'],
  ['transfer', 'upload download import export'],
  ['connect', 'login logout disconnect authenticate authorize subscribe unsubscribe'],
  ['analyze', 'analyze analyse calculate compute compare translate evaluate validate diagnose convert'],
  ['approve', 'approve accept reject decline confirm submit'],
  ['approve change', 'resolve finalize'],
];

/** Words that are also nouns or adjectives: a verb only where a verb is expected, and in the names of tools. */
const VERBS_AT_START: readonly (readonly [string, string])[] = [
  ['find list', 'query match'],
  ['list find', 'list'],
  ['read list', 'see look give view'],
  ['read', 'tell preview peek'],
  ['read analyze', 'review test watch track monitor scan'],
  [
    'create',
    'log file raise note book order plan schedule report comment request draft draw plot chart branch jot screenshot',
  ],
  ['create run', 'build init'],
  ['create change', 'label tag name map put store record register enter upsert'],
  [
    'change',
    'turn switch bring take set patch swap move toggle fix correct extend increase decrease sort mute lock pin tick',
  ],
  ['change', 'tweak bump change reset adapt'],
  ['change create', 'link'],
  ['delete', 'kick drop purge trash clear ditch bin'],
  ['send create', 'post tweet announce broadcast'],
  ['send', 'message email mail share let reply respond answer ping remind dm text alert'],
  ['run', 'start run trigger play apply click press hover scroll visit drag type fill tap swipe select wait open'],
  ['stop', 'pause halt kill quit'],
  ['stop change', 'close'],
  ['copy', 'copy fork mirror'],
  ['copy create', 'backup'],
  ['transfer', 'load sync synchronize pull push'],
  ['connect', 'connect join leave'],
  ['analyze', 'count measure estimate predict profile audit lint debug'],
  ['approve', 'sign'],
  ['approve change', 'merge complete finish'],
];

/** Pairs of words that mean another action than the verb alone. */
const WITH_NEXT: Readonly<Record<string, ActionName[]>> = {
  'look up': ['find', 'read'],
  'look for': ['find', 'list'],
  'look at': ['read'],
  'set up': ['create'],
  'log in': ['connect'],
  'log into': ['connect'],
  'log out': ['connect'],
  'sign in': ['connect'],
  'sign out': ['connect'],
  'sign up': ['connect', 'create'],
  'pull up': ['read', 'find'],
  'bring up': ['read', 'find'],
  'give me': ['read', 'list'],
  'show me': ['read', 'list'],
  'tell me': ['read', 'list'],
  'let me': ['read', 'list'],
  'get rid': ['delete'],
  'throw away': ['delete'],
  'throw out': ['delete'],
  'take down': ['delete', 'stop'],
  'clean up': ['delete'],
  'kick off': ['run'],
  'fire up': ['run', 'create'],
  'spin up': ['run', 'create'],
  'shut down': ['stop'],
  'turn off': ['stop', 'change'],
  'turn on': ['change', 'run'],
  'write to': ['send', 'create', 'change'],
  'write down': ['create', 'change'],
  'read out': ['read'],
  'check off': ['change', 'approve'],
  'check out': ['change', 'read'],
  'check in': ['create', 'approve'],
  'go to': ['run', 'read'],
  'go back': ['run'],
  'roll back': ['change', 'run'],
  'push back': ['change'],
  'ask for': ['create', 'send'],
  'make sure': ['read', 'analyze'],
  'put together': ['create'],
  'come up': ['create'],
};

/** What "open" and "start" make: opening a pull request creates it, opening a file reads it. */
const MADE_BY_OPENING = words(
  'issue bug ticket pull pr mr merge request account discussion case incident task branch card',
);

const ANYWHERE = verbTable(VERBS_ANYWHERE);
const AT_START = verbTable(VERBS_AT_START);
/** For the first word of a description: "Creates a …". */
const BY_STEM = new Map([...AT_START, ...ANYWHERE].map(([word, actions]) => [stemWord(word), actions]));
/** After such a word, an ambiguous word was a verb: "label the issue", not "label list". */
const OBJECT_FOLLOWS = words(
  'a an the my our your his her their this that these those me him them it us all everyone every each any some on off up down out to into back',
);

/** At the start of a request these are verbs, whatever follows: "list issues". */
const VERBS_FIRST = words('list run query start trigger view see merge copy close move fix');

/** The actions of a verb that stands anywhere in a sentence; 0 for another word. */
export function verbActions(word: string): number {
  return ANYWHERE.get(word) ?? 0;
}

/** Whether a verb of a request has its meaning only there: "file" in "file a bug", but not "list" in "list bugs". */
export function isVerbInContext(word: string): boolean {
  return !ANYWHERE.has(word) && !VERBS_FIRST.has(word);
}

/** The actions of a word of a tool's name that is also a noun. */
export function nounVerbActions(word: string): number {
  return AT_START.get(word) ?? 0;
}

/** The actions of the first word of a description, in any form. */
export function describedActions(word: string): number {
  return BY_STEM.get(stemWord(word)) ?? 0;
}

/** The actions of the word at `at`, where a verb is expected. `isSure`: the words before it leave no doubt. */
export function leadActions(request: readonly string[], at: number, isSure: boolean): number {
  const word = request[at] ?? '';
  const next = request[at + 1];
  const phrase = WITH_NEXT_ACTIONS.get(`${word} ${next ?? ''}`);
  if (phrase !== undefined) return phrase;
  const always = ANYWHERE.get(word);
  if (always !== undefined) return always;
  const isVerb =
    isSure ||
    (next !== undefined && VERBS_FIRST.has(word)) ||
    (next !== undefined && (OBJECT_FOLLOWS.has(next) || /^\d/.test(next)));
  if (word === 'open') return isVerb || !next?.endsWith('s') ? openActions(request, at) : 0;
  return isVerb ? (AT_START.get(word) ?? 0) : 0;
}

function openActions(request: readonly string[], at: number): number {
  for (let i = at + 1; i < Math.min(request.length, at + 6); i++)
    if (MADE_BY_OPENING.has(request[i] ?? '')) return ACTION.create;
  return ACTION.read | ACTION.run;
}

const WITH_NEXT_ACTIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(WITH_NEXT).map(([phrase, names]) => [phrase, names.reduce((sum, name) => sum | ACTION[name], 0)]),
);

function verbTable(rows: readonly (readonly [string, string])[]): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const [names, verbs] of rows) {
    const actions = names.split(' ').reduce((sum, name) => sum | ACTION[name as ActionName], 0);
    for (const verb of listed(verbs)) table.set(verb, (table.get(verb) ?? 0) | actions);
  }
  return table;
}

function words(text: string): ReadonlySet<string> {
  return new Set(listed(text));
}

function listed(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
