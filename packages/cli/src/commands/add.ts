import { asObject, type JsonObject } from '@foldout/clients/internal';
import { describeServer, type ServerConfig } from '@foldout/gateway';
import { parseValue, takeOutSecrets } from '@foldout/gateway/internal';
import { openSecretStore } from '@foldout/gateway/internal/catalog';
import { type Answered, putAnswers } from '../adding/answers.ts';
import { openOwnConfig, writeFields } from '../adding/own-config.ts';
import { type NewServer, sourceOf } from '../adding/source.ts';
import { type TriedServer, tryServer } from '../adding/try-server.ts';
import { asJson, noteSecrets, offerSecrets, storeSecrets } from '../importing/offer-secrets.ts';
import { shellWord, typed } from '../invocation.ts';
import { askSecret, askText, canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { note, print, printJson, style } from '../output/terminal.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

interface AddOptions {
  readonly config?: string;
  readonly name?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly registry?: string;
  readonly yes?: boolean;
  readonly moveSecrets?: boolean;
  /** False with --no-start. */
  readonly start?: boolean;
  readonly json?: boolean;
}

/** Adds a server: shows what will run, starts it once, shows its tools and what the scanner finds, and then writes. */
export async function add(options: AddOptions, words: readonly string[]): Promise<void> {
  const own = openOwnConfig(options.config);
  const source = await sourceOf(words, options.registry);
  const name = options.name ?? source.name;
  if (Object.hasOwn(own.servers, name)) {
    throw new CliError(
      `${own.file} has a server '${name}' already. Choose another name: ${typed(`add --name ${name}-2 …`)}, or change it: ${typed(`edit ${name}`)}`,
    );
  }
  const { server, stored, secrets } = await withAnswers(withOptions(source.server, options), name, source, options);
  const how = oneLine(describeServer(server as ServerConfig));
  if (!options.json) print(`${style.bold(name)}  ${how}`);
  const asText = JSON.stringify({ mcpServers: { [name]: stored } });
  const hasSecrets = takeOutSecrets(asText, [name]).secrets.length > 0;
  const again = (option: string): string => sameCommand(option, options, words, hasSecrets);
  const tried = options.start === false ? undefined : await startOnce(name, server, source, again('--no-start'));
  if (tried && !options.json) showTools(tried);
  const store = openSecretStore(stateFolderFor(options));
  const offer = await offerSecrets(asText, [name], store, options);
  const write = options.yes || (canAsk() && (await confirmed(`Add ${name} to ${own.file}?`, true)));
  if (write) {
    for (const [secret, value] of secrets) store.set(secret, value);
    storeSecrets(offer, store);
    const value = asObject(parseValue('json', offer.text))['mcpServers'];
    await writeFields(own, [{ path: ['mcpServers', name], value: asObject(value)[name] }]);
  } else await source.discard?.();
  const tools = tried?.tools ?? null;
  if (options.json)
    return printJson({
      server: name,
      how,
      tools,
      file: own.file,
      written: write === true,
      secrets: asJson(offer, write),
    });
  if (!write) return note(`nothing was written. To write: ${again('--yes')}`);
  note(`added ${name} to ${own.file}. To call a tool: ${typed('search "<what you want to do>"')}`);
  noteSecrets(offer, store, options.config);
}

/** The same command with one more option. Secrets of the command are not repeated. */
function sameCommand(option: string, options: AddOptions, words: readonly string[], hasSecrets: boolean): string {
  if (hasSecrets) return `the same command with ${typed(`add ${option}`)} at its start`;
  const { config, name, env = [], header = [], registry, start, yes } = options;
  const all = [
    ...['add', option],
    ...(config === undefined ? [] : ['--config', config]),
    ...(name === undefined ? [] : ['--name', name]),
    ...env.flatMap((one) => ['--env', one]),
    ...header.flatMap((one) => ['--header', one]),
    ...(registry === undefined ? [] : ['--registry', registry]),
    ...(start === false ? ['--no-start'] : []),
    ...(yes ? ['--yes'] : []),
    ...words,
  ];
  return typed(all.map(shellWord).join(' '));
}

async function startOnce(
  name: string,
  server: JsonObject,
  source: NewServer,
  withoutStart: string,
): Promise<TriedServer> {
  let tried: TriedServer;
  try {
    tried = await tryServer(name, server);
  } catch (error) {
    await source.discard?.();
    throw new CliError(`${name}: ${(error as Error).message}. To add it without a start: ${withoutStart}`, EXIT.config);
  }
  const { lastError, todo, state } = tried.status ?? {};
  if (lastError === undefined || state === 'needs-auth') return tried;
  await source.discard?.();
  throw new CliError(
    `${name} was not added: ${oneLine(lastError)}. ${todo ?? ''} To add it without a start: ${withoutStart}`,
    EXIT.unavailable,
  );
}

function withOptions(server: JsonObject, { env = [], header = [] }: AddOptions): JsonObject {
  const pairs = (list: readonly string[], by: string, option: string): Record<string, string> =>
    Object.fromEntries(
      list.map((text) => {
        const at = text.indexOf(by);
        if (at < 1)
          throw new CliError(
            `'${text.slice(0, Math.max(0, at))}' is no value for ${option}. Write ${option} NAME${by}value`,
          );
        return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      }),
    );
  const more = { env: pairs(env, '=', '--env'), headers: pairs(header, ':', '--header') };
  return {
    ...server,
    ...(env.length > 0 && { env: { ...asObject(server['env']), ...more.env } }),
    ...(header.length > 0 && { headers: { ...asObject(server['headers']), ...more.headers } }),
  };
}

/** Asks for the variables that are not set. Secrets are not shown while they are typed, and go to the secret store. */
async function withAnswers(
  server: JsonObject,
  serverName: string,
  { needs }: NewServer,
  options: AddOptions,
): Promise<Answered> {
  const text = JSON.stringify(server);
  const answers: Record<string, string> = {};
  for (const { name, description, isSecret } of needs) {
    if (process.env[name] !== undefined || !text.includes(`\${${name}}`)) continue;
    const question = `${name}${description ? `: ${oneLine(description)}` : ''}`;
    const answer = canAsk() && !options.yes ? await (isSecret ? askSecret : askText)(question) : '';
    if (answer) answers[name] = answer;
    else note(`set the environment variable ${name} before you start Foldout`);
  }
  return putAnswers(server, serverName, needs, answers);
}

function showTools({ tools, status }: TriedServer): void {
  if (status?.state === 'needs-auth') note(`it requires a sign-in: ${status.todo ?? ''}`);
  print(`${counted(tools.length, 'tool')}`);
  print(
    table(
      [
        { head: 'tool', cell: (tool) => oneLine(tool.name), color: style.bold },
        { head: 'summary', cell: (tool) => oneLine(tool.summary), fills: true },
      ],
      tools,
    ),
  );
  for (const { name, findings } of tools)
    for (const finding of findings) note(`suspicious: ${oneLine(name)}: ${oneLine(finding)}`);
}
