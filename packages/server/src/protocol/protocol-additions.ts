import type { McpServer, ServerCapabilities, ServerOptions } from '@modelcontextprotocol/server';
import type { RequestOwner } from './request-owner.ts';
import type { ResourceWatch } from './resource-subscriptions.ts';
import type { SkillResources } from './served-skills.ts';

/** What one SDK server serves: a connection, or one request of the modern era over HTTP. */
export interface ServingUnit {
  readonly era: 'modern' | 'legacy';
  /** The request that opened it, over HTTP. */
  readonly request?: Request | undefined;
  /** Whose it is, where requests have owners. */
  readonly owner?: RequestOwner | undefined;
  /** The skills that are served here. Who handles `resources/list` and `resources/read` alone serves these as well. */
  readonly skills?: SkillResources | undefined;
}

/** What an author adds to the protocol besides tools. */
export interface ProtocolAdditions {
  /** Capabilities besides tools, such as `logging`, or `resources: { subscribe: true }`. */
  readonly capabilities?: Omit<ServerCapabilities, 'tools'>;
  /**
   * Adds prompts, resources, completions and other handlers to every SDK server that is made: one for
   * each connection, and for each request of the modern era over HTTP. It must be quick, and tools are
   * not its business: those are commands.
   */
  readonly extend?: (server: McpServer, unit: ServingUnit) => void;
  /** Told what legacy clients watch, where `capabilities` has `resources: { subscribe: true }`. */
  readonly watch?: ResourceWatch;
  /** Checks the state that a client brings back with its answers; see `createRequestStateCodec` of the SDK. */
  readonly requestState?: ServerOptions['requestState'];
}
