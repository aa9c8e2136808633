import {
  ANSWER_SCOPES,
  type AnswerScope,
  type Ask,
  type Asks,
  answerAsk,
  defaultStateFolder,
  type Grant,
  offeredScopes,
  openState,
  repetitionOf,
} from '@foldout/gateway/internal';
import { chooseConfigWithNotes } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { askChoice, canAsk } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { userName } from '../user-name.ts';

interface PendingOptions extends CommonOptions {
  readonly for?: string;
}

const LATER = 'decide later';
const DENY = 'deny';
/** Enough of an id to tell asks apart, and to type. */
const SHORT = 8;

/** `foldout pending [allow | deny | grants | revoke]`: the calls that wait for a person. */
export async function pending(options: PendingOptions, [action, id]: readonly string[]): Promise<void> {
  const scope = scopeIn(options.for);
  const { config } = (await chooseConfigWithNotes(options.config)).loaded;
  const state = await openState(config.database, config.stateFolder ?? defaultStateFolder());
  try {
    await act(state.asks, options, scope, action, id);
  } finally {
    await state.close();
  }
}

async function act(
  asks: Asks,
  options: PendingOptions,
  scope: AnswerScope,
  action: string | undefined,
  id: string | undefined,
): Promise<void> {
  if (action === undefined || action === 'list') return await list(asks, options);
  if (action === 'grants') return printGrants(await asks.grants(), options);
  if (id === undefined) throw new CliError(`Name one: ${typed(`pending ${action} <id>`)}. See: ${typed('pending')}`);
  if (action === 'revoke') return await revoke(asks, id);
  if (action !== 'allow' && action !== 'deny') {
    throw new CliError(`There is no action '${oneLine(action)}'. Use allow, deny, grants or revoke.`);
  }
  const ask = only(await asks.waiting(Date.now()), id, 'call', ({ id: full }) => full);
  await answer(asks, ask, action === 'allow', scope);
}

async function list(asks: Asks, options: PendingOptions): Promise<void> {
  const waiting = await asks.waiting(Date.now());
  if (options.json) {
    return printJson(
      waiting.map(({ grants: _keys, act: _act, ...ask }) => ({ ...ask, scopes: offeredScopes({ grants: _keys }) })),
    );
  }
  if (waiting.length === 0) note('no call waits for an approval');
  else if (!isTerminal || !canAsk()) print(waiting.map(line).join('\n'));
  else for (const ask of waiting) await askAbout(asks, ask);
}

/** Shows one call and asks what to do with it. */
async function askAbout(asks: Asks, ask: Ask): Promise<void> {
  const who = ask.client === undefined ? ask.principal : `${ask.principal} with ${ask.client}`;
  const more = [ask.because, repetitionOf(ask), `until ${new Date(ask.until).toISOString()}`];
  print(
    [
      `${style.bold(oneLine(ask.tool))} (${ask.kind}, ${ask.risk}) for ${oneLine(who)}`,
      `  ${oneLine(ask.shown)}`,
      ...more.flatMap((text) => (text === undefined ? [] : [`  ${style.dim(oneLine(text))}`])),
    ].join('\n'),
  );
  const allows = offeredScopes(ask).map((scope) => `allow ${scope}`);
  const choice = await askChoice('What should happen?', [...allows, DENY, LATER]);
  if (choice === LATER) return;
  const scope = ANSWER_SCOPES.find((one) => choice === `allow ${one}`);
  await answer(asks, ask, scope !== undefined, scope ?? 'once');
}

async function answer(asks: Asks, ask: Ask, allow: boolean, scope: AnswerScope): Promise<void> {
  if (allow && !offeredScopes(ask).includes(scope)) {
    throw new CliError(`This call cannot be allowed for '${scope}'. Use --for ${offeredScopes(ask).join(', ')}`);
  }
  const answered = await answerAsk(asks, ask.id, { allow, scope, by: userName() });
  if (!answered) throw new CliError('This call no longer waits: it was answered, or its time is over.', EXIT.failed);
  note(
    `${allow ? `allowed (${answered.answer?.scope})` : 'denied'}: ${oneLine(ask.tool)} for ${oneLine(ask.principal)}`,
  );
}

async function revoke(asks: Asks, id: string): Promise<void> {
  const grant = only(await asks.grants(), id, 'grant', ({ key }) => key);
  if (!(await asks.revoke(grant.key))) throw new CliError(`There is no grant '${oneLine(id)}'.`, EXIT.failed);
  note(`revoked: ${oneLine(grant.tool)} for ${oneLine(grant.principal)} (${grant.scope})`);
}

function printGrants(grants: readonly Grant[], { json }: PendingOptions): void {
  if (json) printJson(grants);
  else if (grants.length === 0) note('no approval was given for longer than one call');
  else
    print(
      table<Grant>(
        [
          { head: 'id', cell: ({ key }) => key.slice(0, SHORT) },
          { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
          { head: 'principal', cell: ({ principal }) => oneLine(principal) },
          { head: 'for', cell: ({ scope }) => scope },
          { head: 'by', cell: ({ by }) => oneLine(by) },
          { head: 'since', cell: ({ at }) => new Date(at).toISOString() },
        ],
        grants,
      ),
    );
}

function line({ id, tool, risk, principal, shown }: Ask): string {
  return [id.slice(0, SHORT), tool, risk, principal, shown].map(oneLine).join('\t');
}

/** The one whose id begins with the text that was typed. */
function only<T>(all: readonly T[], typedId: string, what: string, idOf: (one: T) => string): T {
  const found = all.filter((one) => idOf(one).startsWith(typedId));
  const [first] = found;
  if (first && found.length === 1) return first;
  const problem = first
    ? `'${oneLine(typedId)}' fits several: write more of it`
    : `No ${what} has the id '${oneLine(typedId)}'`;
  throw new CliError(`${problem}. See: ${typed(what === 'call' ? 'pending' : 'pending grants')}`, EXIT.failed);
}

function scopeIn(text = 'once'): AnswerScope {
  const scope = ANSWER_SCOPES.find((one) => one === text);
  if (!scope) throw new CliError(`--for ${oneLine(text)}: use ${ANSWER_SCOPES.join(', ')}`);
  return scope;
}
