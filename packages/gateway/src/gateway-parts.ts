import type { Gate } from '@foldout/core/internal';
import type { McpServerOptions } from '@foldout/server';
import type { CatalogCache } from './cache/catalog-cache.ts';
import type { GatewayConfig, ServerConfig } from './config/config-schema.ts';
import type { Functions } from './functions/open-functions.ts';
import type { DeferredUsage } from './learning/deferred-usage.ts';
import type { Log } from './logging/log.ts';
import type { SharedState } from './state/shared-state.ts';
import type { Upstream } from './upstreams/upstream.ts';

/** What a gateway is made of. */
export interface GatewayParts {
  readonly config: GatewayConfig;
  readonly version: string;
  readonly log: Log;
  readonly state: SharedState;
  readonly upstreamOf: (name: string, config: ServerConfig) => Upstream;
  readonly cache?: CatalogCache | undefined;
  /** If the cache has the tool counts, fill the catalog only after the first `tools/list`. See `OpenGatewayOptions`. */
  readonly deferFill?: boolean | undefined;
  /** Decides which calls run. Default: a gate with the policy of the configuration. */
  readonly gate?: Gate | undefined;
  /** Saved functions and the store of scripts; absent where no scripts run. */
  readonly functions?: Functions | undefined;
  /** Usage tracking; off if absent. */
  readonly usage?: DeferredUsage | undefined;
  /** More options of the server: the index on disk, middleware. */
  readonly server?: Partial<McpServerOptions>;
  /** Closes resources that the creator of the gateway opened. Called after the servers are closed. */
  readonly close?: () => Promise<void>;
}
