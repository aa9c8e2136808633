import { join } from 'node:path';
import type { McpServerOptions, Middleware } from '@foldout/server';
import type { GatewayConfig } from './config/config-schema.ts';
import { Gateway } from './gateway.ts';
import { HTTP_DEFAULTS } from './http/http-defaults.ts';
import { LateUsage } from './late-usage.ts';
import type { Log } from './logging/log.ts';
import { scriptOptions } from './script-options.ts';
import { IndexFile } from './state/index-file.ts';
import { ManifestFiles } from './state/manifest-files.ts';
import { defaultStateFolder, openState } from './state/open-state.ts';
import { OutlineFile } from './state/outline-file.ts';
import { createUpstream } from './upstreams/create-upstream.ts';

export interface OpenGatewayOptions {
  readonly config: GatewayConfig;
  readonly version: string;
  readonly log: Log;
  readonly server?: Partial<McpServerOptions>;
}

/** A gateway with everything it needs around it. No server is started, and none is asked, before it is used. */
export async function openGateway({ config, version, log, server }: OpenGatewayOptions): Promise<Gateway> {
  const folder = config.stateFolder ?? defaultStateFolder();
  const manifests = new ManifestFiles({ folder: join(folder, 'servers'), log });
  const state = await openState(config.database, folder);
  const scripts = await scriptOptions(config);
  return new Gateway({
    config,
    version,
    log,
    state,
    upstreamOf: (name, upstream) =>
      createUpstream({
        name,
        config: upstream,
        manifests,
        credentials: state.credentials,
        log,
        clientInfo: { name: 'foldout', version },
      }),
    outlines: new OutlineFile(folder),
    usage: config.learning === false ? undefined : new LateUsage(config.database ?? join(folder, 'usage.db'), log),
    server: {
      search: { snapshots: new IndexFile({ folder, log }) },
      maxBodyBytes: config.http?.limits?.bodyBytes ?? HTTP_DEFAULTS.bodyBytes,
      middleware: await middlewareOf(config),
      ...scripts.server,
      ...server,
    },
    close: scripts.close,
  });
}

/** Spans of calls, where traces are asked for and something is there to take them. */
async function middlewareOf({ traces }: GatewayConfig): Promise<readonly Middleware[]> {
  if (!traces) return [];
  const { spanCalls } = await import('./http/span-calls.ts');
  const spans = await spanCalls();
  return spans ? [spans] : [];
}
