// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export {
  type BatchInput,
  type BatchResult,
  type CallerAuth,
  type CodeOutcome,
  type CodeRunner,
  type CodeScript,
  type Command,
  type CommandContext,
  type CommandError,
  type CommandFailure,
  type CommandOptions,
  CommandRegistry,
  type CommandResult,
  type CommandSchema,
  type CommandSuccess,
  type CommandSummary,
  type ContextDefinition,
  DefinitionError,
  type DetailEntry,
  type DetailError,
  type DetailInput,
  type DetailResult,
  DirectClient,
  type DiscoverInput,
  type DiscoverResult,
  defaultMiddleware,
  defineCommand,
  Engine,
  estimateTokens,
  failure,
  type GroupOptions,
  group,
  lazyHandler,
  limitRate,
  logCalls,
  type Middleware,
  type Next,
  type OnError,
  type OutputCheck,
  type PipeInput,
  type PipeResult,
  type Progress,
  type Risk,
  retryCalls,
  success,
  type ThrownError,
  type Tool,
  type ToolSource,
  timeCalls,
  traceCalls,
} from '@foldout/core';
export { createMcpServer } from './create-mcp-server.ts';
export { type ConnectOptions, FoldoutServer } from './foldout-server.ts';
export { fromJsonSchema } from './from-json-schema.ts';
export { type MountOptions, mountServer } from './mount-server.ts';
export { type McpServerOptions, SERVER_DEFAULTS, type TransportKind } from './options.ts';
export { type ConnectableServer, type FromMcpServerOptions, fromMcpServer } from './protocol/from-mcp-server.ts';
export { clientCapabilities, mcpContext, mcpServerOf } from './protocol/mcp-context.ts';
export { mcpFailure, mcpResult } from './protocol/mcp-result.ts';
export type { InspectAnswer, InspectedCall, ProtocolAdditions, ServingUnit } from './protocol/protocol-additions.ts';
export { type FetchOptions, ownerIn, type RequestOwner } from './protocol/request-owner.ts';
export type { ResourceWatch } from './protocol/resource-subscriptions.ts';
export type { SkillFolder, SkillResources, SkillsOption } from './protocol/served-skills.ts';
export type { ServerEvents, ToolCallEvent } from './protocol/server-events.ts';
export type {
  ClientMail,
  EnabledToolStore,
  SessionMail,
  SessionStore,
  StoredSession,
} from './protocol/session-store.ts';
export type { TaskAnswers, TaskMethod } from './protocol/task-requests.ts';
export type { DispatchMode } from './surfaces/by-risk.ts';
export type { ResultEncoding } from './surfaces/compact-text.ts';
export { TOOL_STRATEGIES, type ToolStrategy } from './surfaces/strategies.ts';
export type { ClientSettings, ListedTool, Profile } from './surfaces/surface.ts';
