import type { CallToolResult, McpServer, ServerCapabilities, ServerOptions } from '@modelcontextprotocol/server';
import type { SkillSource } from '@modelcontextprotocol/server/ext/skills';
import type { SpillText } from '../surfaces/bound-text.ts';
import type { ResultEncoding } from '../surfaces/compact-text.ts';
import type { SharedTools } from '../surfaces/enabled-tools.ts';
import type { RequestOwner } from './request-owner.ts';
import type { ResourceWatch } from './resource-subscriptions.ts';
import type { SkillResources } from './served-skills.ts';
import type { TaskAnswers } from './task-requests.ts';

/** What one SDK server serves: a connection, or a single modern request over HTTP. */
export interface ServingUnit {
  readonly era: 'modern' | 'legacy';
  /** Over HTTP: the request that opened the connection. */
  readonly request?: Request | undefined;
  /** The authenticated owner, if the host of `server.fetch` passes one. */
  readonly owner?: RequestOwner | undefined;
  /** The skills of this server. An `extend` that replaces `resources/list` or `resources/read` has to serve them too. */
  readonly skills?: SkillResources | undefined;
  /** Legacy HTTP with a session store: the tools that searches have added to the session's list. */
  readonly sharedTools?: SharedTools | undefined;
}

export type InspectAnswer = (answer: CallToolResult, call: InspectedCall) => CallToolResult;

export interface InspectedCall {
  /** The tool that gave the data, or the meta-tool that ran several. */
  readonly tool: string;
  /** All texts are those of another server. Otherwise the answer is ours, with such texts inside. */
  readonly relayed: boolean;
}

/** Additions of the server's author to the protocol, besides tools. */
export interface ProtocolAdditions {
  /** Capabilities besides tools, such as `logging`, or `resources: { subscribe: true }`. */
  readonly capabilities?: Omit<ServerCapabilities, 'tools'>;
  /**
   * Adds prompts, resources, completions and other handlers to an SDK server. Called for each connection, and for each
   * modern request over HTTP, so it must be fast. Tools are not added here: they are commands.
   */
  readonly extend?: (server: McpServer, unit: ServingUnit) => void;
  /**
   * Called before every request that reads a tool of the catalog: all calls, and a `tools/list` that lists tools of it.
   * A gateway that starts before its catalog is filled fills it here.
   */
  readonly beforeTools?: () => void;
  /** Called when a client subscribes to a resource, in either era. Needs `capabilities: { resources: { subscribe: true } }`. */
  readonly watch?: ResourceWatch;
  /** Skills of other servers, which are served with the skills extension beside those of the option `skills`. */
  readonly relaySkills?: (unit: ServingUnit) => SkillSource;
  /** Answers requests about the tasks that calls have started. The handlers of these calls return them as their results. */
  readonly tasks?: TaskAnswers;
  /**
   * Looks at every answer that holds data of tools before it is sent, page by page, and may flag or change it. Fast: it is
   * on the path of every call.
   */
  readonly inspect?: InspectAnswer;
  /** Encodings of data that take fewer tokens than JSON, by name. A client gets the one that its settings name. */
  readonly encodings?: Readonly<Record<string, ResultEncoding>>;
  /**
   * Stores the whole text of a result that is cut, and returns its file: for clients over stdio, which share the
   * disk. Undefined if it cannot be stored.
   */
  readonly spill?: SpillText | undefined;
  /** Verifies the state that a client returns with its answers; see `createRequestStateCodec` of the SDK. */
  readonly requestState?: ServerOptions['requestState'];
}
