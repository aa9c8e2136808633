import type { Engine } from '@foldout/core';
import type { UsageReports } from '@foldout/usage';
import type { TrustedTools } from '../trust/trusted-tools.ts';
import type { Upstream } from '../upstreams/upstream.ts';

/** What the dashboard shows. A gateway has all of it; each part can stand alone. */
export interface DashboardSources {
  readonly engine: Engine;
  readonly upstreams: () => readonly Upstream[];
  readonly trustOf: (server: string) => Pick<TrustedTools, 'findings' | 'approve'> | undefined;
  /** What a client is listed now. */
  readonly listed: () => unknown;
  /** Undefined while nothing is known of use, and where none is kept. */
  readonly reports: () => UsageReports | undefined;
  readonly now?: () => number;
}
