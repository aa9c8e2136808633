import { type GatewayConfig, loadConfig, openGateway, stderrLog, type UpstreamStatus } from '@foldout/gateway';
import { KnownSecrets, scanTool } from '@foldout/gateway/internal';
import { withProgress } from '../output/progress.ts';
import { VERSION } from '../version.ts';

export interface TriedTool {
  readonly name: string;
  readonly summary: string;
  /** What the scanner found in its texts. */
  readonly findings: readonly string[];
}

export interface TriedServer {
  readonly status: UpstreamStatus | undefined;
  readonly tools: readonly TriedTool[];
}

/** Starts a server once and reads its tools. Nothing is written to the configuration. */
export async function tryServer(
  name: string,
  server: object,
  during: (work: () => Promise<unknown>) => Promise<unknown> = (work) => withProgress(`Starting ${name}`, work),
): Promise<TriedServer> {
  const loaded = loadConfig({ text: JSON.stringify({ mcpServers: { [name]: server }, learning: false }) });
  const config: GatewayConfig = loaded.config;
  const [problem] = loaded.problems.filter(({ severity }) => severity === 'error');
  if (problem) throw new Error(`${problem.message}${problem.fix ? `; ${problem.fix}` : ''}`);
  const log = stderrLog({ level: 'silent', secrets: new KnownSecrets(loaded.secrets) });
  await using gateway = await openGateway({ config, version: VERSION, log });
  const upstream = gateway.upstream(name);
  await during(async () => upstream?.refresh());
  const { catalog } = gateway.server.visible();
  const tools = catalog.entries().map(({ tool }) => ({
    name: tool.name,
    summary: tool.summary,
    findings: scanTool(tool).map(({ code, field, excerpt }) => `${code} in ${field}: ${excerpt}`),
  }));
  return { status: upstream?.status, tools };
}
