import { join } from 'node:path';
import { Gate } from '@foldout/core/internal';
import type { McpServerOptions, Middleware } from '@foldout/server';
import { ApprovalWebhook } from './approvals/approval-webhook.ts';
import { PersonApprover } from './approvals/person-approver.ts';
import { openAudit } from './audit/open-audit.ts';
import { openCatalogCache } from './cache/catalog-cache.ts';
import { unagreedFile } from './config/agreement.ts';
import type { GatewayConfig } from './config/config-schema.ts';
import { Gateway } from './gateway.ts';
import { HTTP_DEFAULTS } from './http/http-defaults.ts';
import { accountsPath } from './http/routes.ts';
import { DeferredUsage } from './learning/deferred-usage.ts';
import { OutputShapes } from './learning/output-shapes.ts';
import { SearchMemory } from './learning/search-memory.ts';
import type { Log } from './logging/log.ts';
import { searchModels } from './models/search-models.ts';
import { QuotaLimiter } from './quotas/quota-limiter.ts';
import { ResultFiles } from './results/result-files.ts';
import { scriptOptions } from './serving/script-options.ts';
import { openState } from './state/open-state.ts';
import type { SharedState } from './state/shared-state.ts';
import { defaultStateFolder } from './state/state-folder.ts';
import { createUpstream } from './upstreams/create-upstream.ts';
import { HeldUpstream } from './upstreams/held-upstream.ts';

export interface OpenGatewayOptions {
  readonly config: GatewayConfig;
  readonly version: string;
  readonly log: Log;
  readonly server?: Partial<McpServerOptions>;
  /**
   * Answer the first `tools/list` from cached tool counts and fill the catalog after it. For a process that serves one
   * client over stdio: until `fill()` has run, `server.engine.catalog` is empty and upstreams have no manifest.
   */
  readonly deferFill?: boolean;
  /** For a gateway whose clients have different working folders: the folder of the first client. */
  readonly folder?: string | undefined;
  /** Saved functions and the store of scripts. Default: where the configuration has `runCode`. */
  readonly functions?: boolean | undefined;
}

/** Opens a gateway with its state, its cache and usage tracking. Starts no server and asks none. */
export async function openGateway(options: OpenGatewayOptions): Promise<Gateway> {
  const { config, version, log, server, deferFill } = options;
  const folder = config.stateFolder ?? defaultStateFolder();
  const cache = openCatalogCache({ folder, log });
  const state = await openState(config.database, folder);
  refusePlainSignIns(config, state);
  const scripts = await scriptOptions({ config, state, log, functions: options.functions });
  const learnsShapes = config.learning !== false && config.outputShapes !== false;
  const shapes = learnsShapes ? new OutputShapes(state.documents) : undefined;
  const audit = await openAudit(config.audit, { stateFolder: folder, table: state.auditTable }, log);
  const files = config.results?.spill
    ? new ResultFiles({ folder: join(folder, 'results'), log, scan: config.results.scan })
    : undefined;
  return new Gateway({
    config,
    version,
    log,
    state,
    upstreamOf: (name, upstream) => {
      const file = unagreedFile(upstream);
      if (file !== undefined) return new HeldUpstream(name, file);
      return createUpstream({
        name,
        config: upstream,
        manifests: cache.manifests,
        credentials: state.credentials,
        accountsUrl: accountsUrl(config, name),
        log,
        clientInfo: { name: 'foldout', version },
        folder: options.folder,
      });
    },
    cache,
    functions: scripts.functions,
    gate: new Gate({
      policy: config.policy,
      recorder: audit?.recorder,
      limiter: config.quotas?.length
        ? new QuotaLimiter({ quotas: config.quotas, counts: state.quotas, log })
        : undefined,
      approver: new PersonApprover({
        asks: state.asks,
        counts: state.quotas,
        webhook: webhookOf(config, state, log),
        log,
      }),
      explain: (address, principal) => `foldout explain-policy ${address} --as ${principal}`,
    }),
    deferFill,
    usage:
      config.learning === false
        ? undefined
        : new DeferredUsage(config.database ?? join(folder, 'usage.db'), log, {
            ...(shapes && { shapes }),
            ...(config.learnSearches !== false && { searches: new SearchMemory(state.documents) }),
          }),
    server: {
      search: { snapshots: cache.index, ...(await searchModels(config, folder)) },
      maxBodyBytes: config.http?.limits?.bodyBytes ?? HTTP_DEFAULTS.bodyBytes,
      middleware: [...(await middlewareOf(config)), ...(shapes ? [shapes.middleware] : [])],
      ...(await resultOptions(config, files)),
      ...scripts.server,
      ...server,
    },
    close: async () => {
      files?.close();
      await scripts.close();
      await audit?.close();
    },
  });
}

/** Where a person signs in to a server; undefined where people cannot sign in to the gateway itself. */
function accountsUrl({ http = {} }: GatewayConfig, server: string): string | undefined {
  const { publicUrl, signIn, tokens = [] } = http;
  return publicUrl !== undefined && (signIn || tokens.length > 0)
    ? new URL(accountsPath(server), publicUrl).href
    : undefined;
}

/** The options for long results that the configuration sets. */
async function resultOptions({ clients = {} }: GatewayConfig, files: ResultFiles | undefined) {
  const encodes = Object.values(clients).some(({ encoding }) => encoding === 'toon');
  return {
    // Loaded where a client has opted in.
    ...(encodes && { encodings: { toon: await import('@toon-format/toon') } }),
    ...(files && { spill: (text: string) => files.write(text) }),
  };
}

function webhookOf({ http }: GatewayConfig, { asks, quotas: counts }: SharedState, log: Log): ApprovalWebhook {
  const dashboard = http?.publicUrl && new URL('/dashboard#/approvals', http.publicUrl).href;
  return new ApprovalWebhook({ asks, counts, log, dashboard });
}

/** Sign-ins of several people are worth more than one: they are never stored as plain text. */
function refusePlainSignIns({ mcpServers, http }: GatewayConfig, { encrypts }: SharedState): void {
  if (!encrypts && http?.publicUrl !== undefined) {
    throw new Error(
      'With http.publicUrl, people sign in, and the gateway keeps sign-ins in the database, and it has no key to encrypt them. ' +
        'Set FOLDOUT_SECRET_KEY to the same key on every machine. Create one with: openssl rand -base64 32',
    );
  }
  const [server] = Object.entries(mcpServers).find(([, { identity }]) => identity === 'person') ?? [];
  if (encrypts || server === undefined) return;
  throw new Error(
    `Server "${server}" keeps a sign-in for each person, and the database has no key to encrypt them. ` +
      'Set FOLDOUT_SECRET_KEY to the same key on every machine. Create one with: openssl rand -base64 32',
  );
}

/** A middleware that emits a span per call, if traces are on and OpenTelemetry is installed. */
async function middlewareOf({ traces }: GatewayConfig): Promise<readonly Middleware[]> {
  if (!traces) return [];
  const { spanCalls } = await import('./http/span-calls.ts');
  const spans = await spanCalls();
  return spans ? [spans] : [];
}
