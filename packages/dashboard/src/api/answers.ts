// What the gateway answers under /dashboard/api, as far as the page reads it.

export type Right = 'use' | 'watch' | 'operate';

export interface Me {
  readonly name: string;
  readonly rights: readonly Right[];
}

export interface CallFigures {
  readonly calls: number;
  readonly errors: number;
  readonly meanMs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface TokenFigures {
  readonly listed: number;
  readonly sent: number;
  readonly saved: number;
}

export interface RecentCall {
  readonly at: number;
  readonly server: string;
  readonly tool: string;
  readonly success: boolean;
  readonly code?: string;
  readonly latencyMs: number;
  readonly client?: string;
}

export interface Overview {
  readonly days: number;
  readonly now: number;
  readonly tools: number;
  readonly servers: number;
  readonly unwell: number;
  readonly cost?: { readonly before: number; readonly after: number };
  readonly tokens?: {
    readonly saved: { readonly today: TokenFigures; readonly week: TokenFigures };
    readonly days: readonly (TokenFigures & { readonly day: number })[];
    readonly clients: readonly (TokenFigures & { readonly client: string })[];
  };
  readonly calls?: {
    readonly total: CallFigures;
    readonly over: readonly (CallFigures & { readonly start: number })[];
  };
  readonly searches?: {
    readonly made: number;
    readonly empty: number;
    readonly emptyQueries: readonly { readonly query: string; readonly count: number }[];
  };
  readonly recent?: readonly RecentCall[];
}

export interface ListedTool {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly category: string;
  readonly summary: string;
  readonly risk: 'read' | 'write' | 'destructive';
  readonly enabled: boolean;
  readonly deprecated: boolean;
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

export interface ToolPage {
  readonly version: number;
  readonly all: number;
  readonly total: number;
  readonly offset: number;
  readonly tools: readonly ListedTool[];
  readonly servers: readonly Counted[];
  readonly categories: readonly Counted[];
}

export interface ToolLevels {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly category: string;
  readonly levels: readonly { readonly level: string; readonly text: string; readonly tokens: number }[];
}

export interface WordShare {
  readonly word: string;
  readonly term: string;
  readonly via: string;
  readonly fields: readonly string[];
  readonly share: number;
}

export interface SearchHit {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly score: number;
  readonly tier: string;
  readonly text: string;
  readonly summary: string;
  readonly words: readonly WordShare[];
  readonly shares?: Readonly<Record<'exact' | 'lexical' | 'meaning' | 'prior', number>>;
  readonly similarity?: number;
  readonly steps: readonly string[];
}

export interface SearchAnswer {
  readonly query: string;
  readonly found: number;
  readonly confident: boolean;
  readonly menu: readonly { readonly category: string; readonly count: number }[];
  readonly tokens: number;
  readonly tookMs: number;
  readonly hits: readonly SearchHit[];
}

export type UpstreamState = 'ready' | 'cold' | 'starting' | 'needs-auth' | 'failed';

/** What is told live. */
export interface UpstreamStanding {
  readonly name: string;
  readonly state: UpstreamState;
  readonly todo?: string;
  readonly lastError?: string;
  readonly restarts: number;
  readonly retryAt?: number;
  readonly pid?: number;
}

export interface UpstreamRow extends UpstreamStanding {
  readonly version?: string;
  readonly era?: string;
  readonly fetchedAt?: number;
  readonly tools: number;
  readonly day: { readonly calls: number; readonly errors: number; readonly p50?: number; readonly p95?: number };
}

export interface Edge {
  readonly previous: string;
  readonly next: string;
  readonly count: number;
  readonly probability: number;
}

export interface UsageAnswer {
  readonly days: number;
  readonly tools: readonly (CallFigures & { readonly server: string; readonly tool: string })[];
  readonly servers: readonly (CallFigures & { readonly server: string })[];
  readonly edges: readonly Edge[];
}

export interface WaitingTool {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly verdict: 'first-seen' | 'changed';
  readonly withheld: boolean;
  readonly changes: readonly string[];
  readonly approvedAt?: number;
  readonly approvedBy?: string;
  readonly description: string;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly field: string;
    readonly excerpt: string;
  }[];
  readonly seen: string;
}

export interface ApprovalList {
  readonly total: number;
  readonly waiting: readonly WaitingTool[];
}
