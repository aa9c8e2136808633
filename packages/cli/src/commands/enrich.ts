import { enrich, ModelEndpoint, type ModelEndpointConfig } from '@foldout/gateway/internal/catalog';
import { noteFailures, openCatalog } from '../catalog/open-catalog.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

interface EnrichOptions extends CommonOptions {
  readonly url?: string;
  readonly model?: string;
  readonly keyEnv?: string;
  readonly again?: boolean;
  readonly yes?: boolean;
}

/** Asks a chat model of the user for likely requests for each tool. Search reads them from then on. */
export async function enrichCommand(options: EnrichOptions): Promise<void> {
  const { known, visible, chosen, statuses } = await openCatalog(options, 'if-empty');
  noteFailures(statuses);
  const endpoint = endpointOf(options, chosen.loaded.config.enrich);
  const tools = visible()
    .catalog.entries()
    .map(({ tool }) => tool);
  await known.close();
  if (tools.length === 0) throw new CliError(`no tools are known yet. To read them: ${typed('list')}`, EXIT.failed);
  if (!(await mayAsk(options, endpoint, tools.length))) return;
  const folder = stateFolderFor(options);
  const result = await enrich({
    endpoint: new ModelEndpoint(endpoint),
    folder,
    tools,
    again: options.again === true,
    onProgress: (done, total) => note(`${done} of ${total}`),
  });
  const { added, known: before, failed, problem } = result;
  if (options.json) return printJson(result);
  print(
    `${counted(added, 'tool')} got likely requests; ${before} had some before. Search uses them from its next start on.`,
  );
  if (failed > 0) {
    note(
      `${counted(failed, 'tool')} got none${problem === undefined ? '' : `: ${oneLine(problem)}`}. To try again: ${typed('enrich')}`,
    );
  }
}

function endpointOf(options: EnrichOptions, configured: ModelEndpointConfig | undefined): ModelEndpointConfig {
  const { url = configured?.url, model = configured?.model, keyEnv } = options;
  if (url === undefined || model === undefined) {
    const example = typed('enrich --url http://127.0.0.1:11434/v1 --model llama3.2');
    throw new CliError(`no model is configured. Set "enrich" in the configuration, or: ${example}`);
  }
  if (!URL.canParse(url))
    throw new CliError(`--url ${oneLine(url)} is not an address. For example: http://127.0.0.1:11434/v1`);
  const key = keyEnv === undefined ? undefined : process.env[keyEnv];
  if (keyEnv !== undefined && !key) {
    throw new CliError(`the environment variable ${oneLine(keyEnv)} is empty. Set it to the key of the API.`);
  }
  // The key of the configuration belongs to the address of the configuration.
  const apiKey = key ?? (url === configured?.url ? configured.apiKey : undefined);
  return { url, model, ...(apiKey !== undefined && { apiKey }) };
}

async function mayAsk(
  { yes, json }: EnrichOptions,
  { url, model }: ModelEndpointConfig,
  count: number,
): Promise<boolean> {
  if (yes) return true;
  const what = `Send the names and descriptions of ${counted(count, 'tool')} to ${oneLine(model)} at ${oneLine(url)}`;
  if (json || !canAsk()) throw new CliError(`${what}: confirm with --yes`);
  return confirmed(`${what}?`, true);
}
