import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUsage, type Usage } from '@foldout/usage';
import { readFunction } from '@foldout/workspace';
import { openAdministration } from '../../packages/cli/src/administering/administration.ts';
import { auditFiles, readAudit } from '../../packages/gateway/src/audit/read-audit.ts';
import { openCatalogCache } from '../../packages/gateway/src/cache/catalog-cache.ts';
import type { GatewayConfig, ServerConfig } from '../../packages/gateway/src/config/config-schema.ts';
import type { HttpConfig } from '../../packages/gateway/src/config/http-schema.ts';
import { loadConfig } from '../../packages/gateway/src/config/load-config.ts';
import { watchConfig } from '../../packages/gateway/src/config/watch-config.ts';
import { dashboardRoutes } from '../../packages/gateway/src/dashboard/dashboard-routes.ts';
import { FunctionShelf } from '../../packages/gateway/src/functions/function-shelf.ts';
import { Gateway } from '../../packages/gateway/src/gateway.ts';
import { listenGateway } from '../../packages/gateway/src/http/listen-gateway.ts';
import { FileState } from '../../packages/gateway/src/state/file-state.ts';
import { createUpstream } from '../../packages/gateway/src/upstreams/create-upstream.ts';
import type { Upstream } from '../../packages/gateway/src/upstreams/upstream.ts';
import { FixedUpstream } from '../fixtures/fixed-upstream.ts';
import type { Definition } from './demo-tools.ts';

export interface ServedDashboard extends AsyncDisposable {
  /** The URL of the page. */
  readonly url: string;
  readonly origin: string;
  readonly gateway: Gateway;
  readonly usage: Usage;
  readonly shelf: FunctionShelf;
  /** The fake upstreams, by name. */
  readonly fixed: ReadonlyMap<string, FixedUpstream>;
  /** The configuration file, with `text`. */
  readonly file: string;
}

/** Gives the right to change the configuration. */
export const LOCAL_KEY = 'key-of-the-user-who-started-it';

export interface ServeOptions {
  readonly servers: Readonly<Record<string, readonly Definition[]>>;
  /** Upstreams of real servers, by name. */
  readonly real?: Readonly<Record<string, Upstream>>;
  readonly http?: HttpConfig;
  readonly config?: Partial<ServerConfig>;
  /** The text of a configuration file that the page may change. Its servers are those that are not in `servers`. */
  readonly text?: string;
  /** More fields of the configuration. */
  readonly more?: Partial<GatewayConfig>;
}

/** A gateway with its dashboard on a free port of loopback. */
export async function serveDashboard({
  servers,
  real = {},
  http = {},
  config,
  text,
  more = {},
}: ServeOptions): Promise<ServedDashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-dashboard-'));
  const log = { info: () => {}, warn: () => {} };
  const fixed = new Map(
    Object.entries(servers).map(([name, tools]) => [
      name,
      new FixedUpstream(name, { tools, server: { name, version: '1.2.0' }, fetchedAt: Date.now() }),
    ]),
  );
  const names = [...fixed.keys(), ...Object.keys(real)];
  const state = new FileState(folder);
  const shelf = new FunctionShelf({ documents: state.documents, read: readFunction });
  const file = join(folder, 'foldout.json');
  if (text !== undefined) await writeFile(file, text, { mode: 0o600 });
  const own = Object.fromEntries(names.map((name) => [name, { command: 'none', ...config }]));
  const withOwn = (written: GatewayConfig): GatewayConfig => ({
    ...written,
    ...more,
    mcpServers: { ...own, ...written.mcpServers },
  });
  const loaded = text === undefined ? undefined : loadConfig(file);
  let current = withOwn(loaded?.config ?? { mcpServers: {} });
  const gateway = new Gateway({
    config: current,
    version: '0.0.0',
    log,
    state,
    upstreamOf: (name, server) =>
      fixed.get(name) ??
      real[name] ??
      createUpstream({
        name,
        config: server,
        manifests: openCatalogCache({ folder, log }).manifests,
        credentials: state.credentials,
        log,
        clientInfo: { name: 'foldout', version: '0.0.0' },
      }),
  });
  const watch =
    loaded &&
    (await watchConfig(
      file,
      (changed) => {
        current = withOwn(changed.config);
        void gateway.apply(current);
      },
      { loaded, debounceMs: 20 },
    ));
  const usage = openUsage('memory');
  usage.track(gateway.server.engine);
  const listener = await listenGateway({
    config: { port: 0, ...http },
    log,
    localKey: LOCAL_KEY,
    mcp: ({ whole }, { name }) => gateway.server.fetch(whole(), { owner: { name, principal: { name } } }),
    routes: dashboardRoutes(
      {
        engine: gateway.server.engine,
        visible: (scope) => gateway.server.visible(scope),
        upstreams: () => gateway.upstreams,
        config: () => current,
        administration:
          text === undefined
            ? undefined
            : openAdministration({ file, config: () => current, stateFolder: () => folder }),
        trustOf: (server) => gateway.trustOf(server),
        listed: () => gateway.server.listTools(),
        reports: () => usage.reports,
        asks: gateway.asks,
        functions: () => shelf,
        server: gateway.server,
        mcp: (request, { name }, profile) => {
          const owner = { name, principal: { name }, servers: () => true };
          return gateway.server.fetch(request, {
            owner: profile === undefined ? owner : gateway.profiles.ownerIn(profile, owner),
          });
        },
        profiles: () => gateway.profiles.names,
        audit: async () => auditFiles(join(folder, 'audit')).map((one) => readAudit(join(folder, 'audit'), one)),
      },
      { live: { everyMs: 50 } },
    ),
    readiness: () => ({ ready: true }),
    onProblem: (error) => {
      throw error;
    },
  });
  const { origin } = new URL(listener.url);
  const close = async (): Promise<void> => {
    await watch?.close();
    await listener.close();
    await gateway.close();
    await usage.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `${origin}/dashboard`, origin, gateway, usage, shelf, fixed, file, [Symbol.asyncDispose]: close };
}
