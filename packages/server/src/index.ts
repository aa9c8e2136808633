// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export {
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
  type CommandSuccess,
  type ContextDefinition,
  DefinitionError,
  DirectClient,
  defaultMiddleware,
  defineCommand,
  Engine,
  estimateTokens,
  failure,
  limitRate,
  logCalls,
  type Middleware,
  retryCalls,
  success,
  type ToolSource,
  timeCalls,
  traceCalls,
} from '@foldout/core';
export { createMcpServer } from './create-mcp-server.ts';
export { type ConnectOptions, FoldoutServer } from './foldout-server.ts';
export { type McpServerOptions, SERVER_DEFAULTS, type TransportKind } from './options.ts';
export { clientCapabilities, mcpContext, mcpServerOf } from './protocol/mcp-context.ts';
export { mcpFailure, mcpResult } from './protocol/mcp-result.ts';
export type { ProtocolAdditions, ServingUnit } from './protocol/protocol-additions.ts';
export { ownerIn, type RequestOwner } from './protocol/request-owner.ts';
export type { ResourceWatch } from './protocol/resource-subscriptions.ts';
export type { SkillFolder, SkillResources, SkillsOption } from './protocol/served-skills.ts';
export type { ServerEvents, ToolCallEvent } from './protocol/server-events.ts';
export type { EnabledToolStore, SessionStore, StoredSession } from './protocol/session-store.ts';
export type { DispatchMode } from './surfaces/by-risk.ts';
export { TOOL_STRATEGIES, type ToolStrategy } from './surfaces/strategies.ts';
export type { ClientSettings, ListedTool, Profile } from './surfaces/surface.ts';
