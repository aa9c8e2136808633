import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayConfig, loadConfig, openGateway, stderrLog } from '@foldout/gateway';
import { KnownSecrets } from '@foldout/gateway/internal';
import { sourceOf } from '../adding/source.ts';
import { checkDescriptions } from '../doctor/check-descriptions.ts';
import { shownFindings } from '../doctor/doctor-text.ts';
import type { Finding } from '../doctor/finding.ts';
import { chooseConfig } from '../find-config.ts';
import { type ListingCost, listingCosts } from '../linting/listing-cost.ts';
import { readServer } from '../linting/read-server.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { count, counted } from '../output/figures.ts';
import { withProgress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { VERSION } from '../version.ts';

interface Linted {
  readonly server: string;
  readonly commands: number;
  readonly listing: readonly ListingCost[];
  readonly findings: readonly Finding[];
}

/** Judges the tools of one server for its author. Exit code 1 if there is a finding, so that CI can run it. */
export async function lint({ config: named, json }: CommonOptions, words: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-lint-'));
  try {
    const target = await targetOf(named, words, folder);
    const linted = await withProgress(`Reading ${target.name}`, () => lintServer(target));
    if (json) printJson(linted);
    else print(lintText(linted));
    if (linted.findings.length > 0) process.exitCode = EXIT.failed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Target {
  readonly name: string;
  readonly config: GatewayConfig;
  readonly secrets: Iterable<string>;
}

/** A server of the configuration by its name, else whatever `add` takes. Nothing is written. */
async function targetOf(named: string | undefined, words: readonly string[], folder: string): Promise<Target> {
  const configured = words.length === 1 ? configuredServer(named, words[0] ?? '') : undefined;
  if (configured) return configured;
  const { name, server } = await sourceOf(words, undefined);
  const text = JSON.stringify({ mcpServers: { [name]: server }, learning: false, stateFolder: folder });
  const loaded = loadConfig({ text });
  const [problem] = loaded.problems.filter(({ severity }) => severity === 'error');
  if (problem) throw new CliError(`${name}: ${problem.message}${problem.fix ? `; ${problem.fix}` : ''}`, EXIT.config);
  return { name, config: loaded.config, secrets: loaded.secrets };
}

function configuredServer(named: string | undefined, name: string): Target | undefined {
  let chosen: ReturnType<typeof chooseConfig>;
  try {
    chosen = chooseConfig(named);
  } catch (error) {
    // Without a configuration, the words can still name a server to start.
    if (named !== undefined) throw error;
    return undefined;
  }
  const { config, secrets } = chosen.loaded;
  const server = Object.hasOwn(config.mcpServers, name) ? config.mcpServers[name] : undefined;
  return server && { name, config: { ...config, mcpServers: { [name]: server }, learning: false }, secrets };
}

async function lintServer({ name, config, secrets }: Target): Promise<Linted> {
  const log = stderrLog({ level: 'silent', secrets: new KnownSecrets(secrets) });
  await using gateway = await openGateway({ config, version: VERSION, log });
  const upstream = gateway.upstream(name);
  await upstream?.refresh();
  const { lastError, todo } = upstream?.status ?? {};
  if (!upstream || lastError !== undefined) {
    throw new CliError(oneLine(`${name}: ${lastError ?? 'it is disabled'}. ${todo ?? ''}`), EXIT.unavailable);
  }
  const server = await readServer(upstream);
  const findings = await checkDescriptions(server.tools, server.find, () => '');
  return { server: name, commands: server.tools.length, listing: listingCosts(server), findings };
}

function lintText({ server, commands, listing, findings }: Linted): string {
  const costs = table<ListingCost>(
    [
      { head: 'list', cell: ({ strategy }) => strategy, color: style.bold },
      { head: 'tools', cell: ({ tools }) => count(tools), align: 'right' },
      { head: 'tokens', cell: ({ tokens }) => count(tokens), align: 'right' },
    ],
    listing,
  );
  const verdict = findings.length === 0 ? 'no findings' : counted(findings.length, 'finding');
  return [costs, ...shownFindings(findings), `${oneLine(server)}: ${counted(commands, 'command')}, ${verdict}`].join(
    '\n\n',
  );
}
