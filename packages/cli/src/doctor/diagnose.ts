import { ConfigError, formatProblem, type Gateway, openGateway } from '@foldout/gateway';
import { openKnownCatalog } from '@foldout/gateway/catalog';
import { quietLog } from '../catalog/open-catalog.ts';
import { type ChosenConfig, chooseConfig } from '../find-config.ts';
import { CliError } from '../output/fail.ts';
import { withProgress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import { VERSION } from '../version.ts';
import { checkDescriptions } from './check-descriptions.ts';
import { type CheckedServer, checkServers } from './check-servers.ts';
import { checkApprovals, checkDuplicates, checkNames, checkTexts } from './check-tools.ts';
import type { Finding } from './finding.ts';

export interface Diagnosis {
  readonly config: string | null;
  readonly servers: readonly CheckedServer[];
  readonly findings: readonly Finding[];
}

/** Everything that is wrong, or could be better. Servers are started. */
export async function diagnose(named: string | undefined, server: string | undefined): Promise<Diagnosis> {
  let chosen: ChosenConfig;
  try {
    chosen = chooseConfig(named);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: error.file ?? null, servers: [], findings: error.problems.map((one) => configFinding(one)) };
  }
  const { config, problems } = chosen.loaded;
  // What is to be said is said in the findings.
  const gateway = await openGateway({
    config: { ...config, learning: false },
    version: VERSION,
    log: { ...quietLog(chosen), warn: () => {} },
  });
  try {
    const checked = await withProgress('Checking servers', (progress) => {
      return checkServers(gateway, upstreamsOf(gateway, server), progress);
    });
    const about = problems.filter((one) => server === undefined || one.server === server);
    const tools = await withProgress('Checking tools', () => toolFindings(gateway, chosen, server));
    const findings = [...about.map(configFinding), ...checked.findings, ...tools];
    return { config: chosen.file ?? null, servers: checked.servers, findings };
  } finally {
    await gateway.close();
  }
}

async function toolFindings(gateway: Gateway, chosen: ChosenConfig, server: string | undefined): Promise<Finding[]> {
  const all = gateway.server.engine.catalog.entries().map(({ tool }) => tool);
  const configured = all.filter((tool) => gateway.upstream(tool.server) !== undefined);
  const tools = server === undefined ? configured : configured.filter((tool) => tool.server === server);
  const known = await openKnownCatalog({ config: chosen.loaded.config, log: quietLog(chosen) });
  const mine = (finding: Finding): boolean => server === undefined || finding.about.split(/[/,]/)[0] === server;
  const descriptions = await checkDescriptions(known, tools);
  await known.close();
  return [
    ...checkNames(tools),
    ...checkDuplicates(configured).filter(({ about }) => server === undefined || about.split(', ').includes(server)),
    ...descriptions,
    ...checkTexts(configured).filter(mine),
    ...(await checkApprovals(gateway, tools)),
  ];
}

function upstreamsOf(gateway: Gateway, server: string | undefined) {
  if (server === undefined) return gateway.upstreams;
  const upstream = gateway.upstream(server);
  if (upstream) return [upstream];
  throw new CliError(
    `there is no server '${oneLine(server)}': the servers are ${gateway.upstreams.map(({ name }) => name).join(', ')}`,
  );
}

function configFinding(problem: ConfigError['problems'][number]): Finding {
  const { server, severity } = problem;
  return {
    check: 'config',
    level: severity === 'error' ? 'broken' : 'warning',
    about: server ?? 'configuration',
    what: formatProblem(problem),
    fix: 'Correct the field at that place; every field is in docs/reference/config.md.',
  };
}
