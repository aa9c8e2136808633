import { countTools, type ToolCount } from '@foldout/core/internal';
import { ConfigError, formatProblem, type Gateway, openGateway, type Problem } from '@foldout/gateway';
import { openCachedCatalog } from '@foldout/gateway/internal/catalog';
import { unknownServer } from '../catalog/look-up.ts';
import { quietLog } from '../catalog/open-catalog.ts';
import { type ChosenConfig, chooseConfig } from '../find-config.ts';
import { withProgress } from '../output/progress.ts';
import { VERSION } from '../version.ts';
import { checkDescriptions } from './check-descriptions.ts';
import { checkPins } from './check-pins.ts';
import { type CheckedServer, checkServers } from './check-servers.ts';
import { checkApprovals, checkDuplicates, checkNames, checkOverlays, checkTexts } from './check-tools.ts';
import type { Finding } from './finding.ts';

export interface Diagnosis {
  readonly config: string | null;
  /** `tools`: those that clients can use, as `list` counts them. `withheld`: those that wait for approval. */
  readonly servers: readonly (CheckedServer & ToolCount)[];
  readonly findings: readonly Finding[];
}

/** Starts the servers and collects all findings. */
export async function diagnose(named: string | undefined, server: string | undefined): Promise<Diagnosis> {
  let chosen: ChosenConfig;
  try {
    chosen = chooseConfig(named);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: error.file ?? null, servers: [], findings: error.problems.map(configFinding) };
  }
  const { config, problems } = chosen.loaded;
  // Does not log warnings, because the findings contain the same problems.
  await using gateway = await openGateway({
    config: { ...config, learning: false },
    version: VERSION,
    log: { ...quietLog(chosen), warn: () => {} },
  });
  const checked = await withProgress('Checking servers', (progress) => {
    return checkServers(upstreamsOf(gateway, server), progress);
  });
  const relevant = problems.filter((problem) => server === undefined || problem.server === server);
  const tools = await withProgress('Checking tools', () => toolFindings(gateway, chosen, server));
  const findings = [...relevant.map(configFinding), ...checked.findings, ...tools];
  // After the tools are compared with their approvals: until then, all tools of a pinned server are withheld.
  const counts = countTools(gateway.server.visible().catalog);
  const servers = checked.servers.map((one) => ({ ...one, ...counts.of(one.server) }));
  return { config: chosen.file ?? null, servers, findings };
}

async function toolFindings(gateway: Gateway, chosen: ChosenConfig, server: string | undefined): Promise<Finding[]> {
  const all = gateway.server.engine.catalog.entries().map(({ tool }) => tool);
  const configured = all.filter((tool) => gateway.upstream(tool.server) !== undefined);
  const tools = server === undefined ? configured : configured.filter((tool) => tool.server === server);
  const known = await openCachedCatalog({ config: chosen.loaded.config, log: quietLog(chosen) });
  const mine = (finding: Finding): boolean => server === undefined || finding.about.split(/[/,]/)[0] === server;
  const descriptions = await checkDescriptions(tools, async (request, limit) =>
    // The same tool on another server shares a hit, and is found with it.
    (await known.search(request, { limit })).hits.flatMap(({ tool, copies = [] }) => [tool, ...copies]),
  );
  await known.close();
  return [
    ...checkNames(tools),
    ...checkDuplicates(configured).filter(({ about }) => server === undefined || about.split(', ').includes(server)),
    ...descriptions,
    ...checkPins(chosen.loaded.config, tools),
    ...checkOverlays(gateway, chosen.loaded.config).filter(mine),
    ...checkTexts(configured).filter(mine),
    ...(await checkApprovals(gateway, tools)),
  ];
}

function upstreamsOf(gateway: Gateway, server: string | undefined) {
  if (server === undefined) return gateway.upstreams;
  const upstream = gateway.upstream(server);
  if (upstream) return [upstream];
  throw unknownServer(server, gateway.upstreams);
}

function configFinding({ fix = 'no change is needed', ...problem }: Problem): Finding {
  const { server, severity } = problem;
  return {
    check: 'config',
    level: severity === 'error' ? 'broken' : 'warning',
    about: server ?? 'configuration',
    what: formatProblem(problem),
    fix,
  };
}
