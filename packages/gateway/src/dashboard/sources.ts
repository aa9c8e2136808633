import type { CatalogReader, Engine, ToolScope } from '@foldout/core';
import type { FoldoutServer } from '@foldout/server';
import type { UsageReports } from '@foldout/usage';
import type { AuditFile } from '../audit/read-audit.ts';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { FunctionShelf } from '../functions/function-shelf.ts';
import type { Principal } from '../http/principal.ts';
import type { Asks } from '../state/asks.ts';
import type { TrustedTools } from '../trust/trusted-tools.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { Administration } from './administration.ts';

/** The parts of a gateway that the dashboard reads. */
export interface DashboardSources {
  readonly engine: Engine;
  /** The tools in the configured scope, narrowed by a scope of the caller. */
  readonly visible: (scope?: ToolScope) => { readonly catalog: CatalogReader; readonly scope?: ToolScope | undefined };
  readonly upstreams: () => readonly Upstream[];
  /** The configuration in use. */
  readonly config: () => GatewayConfig;
  /** Undefined: the program that started the gateway has no configuration file. */
  readonly administration?: Administration | undefined;
  readonly trustOf: (server: string) => Pick<TrustedTools, 'findings' | 'approve' | 'definition'> | undefined;
  /** The current answer to `tools/list`. */
  readonly listed: () => readonly unknown[];
  /** Undefined while the usage store is not open, and where usage tracking is off. */
  readonly reports: () => UsageReports | undefined;
  /** The identity provider with which people sign in. */
  readonly identityProvider?: () => string | undefined;
  /** Calls that wait for the approval of a person. */
  readonly asks: Asks;
  /** Undefined where no scripts run. */
  readonly functions: () => FunctionShelf | undefined;
  /** Events of calls, lists and sessions. */
  readonly server: Pick<FoldoutServer, 'on' | 'engine'>;
  /** Answers a request as a client of this principal sends it. */
  readonly mcp?: (request: Request, principal: Principal, profile: string | undefined) => Promise<Response>;
  readonly profiles?: () => readonly string[];
  /** The files of the audit log. Absent: none is kept. */
  readonly audit?: () => Promise<readonly AuditFile[]>;
  readonly now?: () => number;
}
