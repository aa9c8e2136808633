import type { McpServerOptions } from '@foldout/server';
import { categoryTexts, type GatewayConfig } from './config-schema.ts';

/** Read once, when the gateway starts: connected clients keep what they have listed. */
const SERVER_FIELDS = ['toolStrategy', 'dispatch', 'toolsets', 'tools', 'clients', 'profiles'] as const;

/** The options of the MCP server that the configuration sets. */
export function serverOptionsOf(config: GatewayConfig) {
  const { toolStrategy = 'auto', dispatch, toolsets, tools, clients, profiles = {} } = config;
  return {
    toolStrategy: toolStrategy as NonNullable<McpServerOptions['toolStrategy']>,
    ...(dispatch && { dispatch }),
    ...(clients && { clients }),
    profileStrategies: Object.values(profiles).flatMap((profile) => profile.toolStrategy ?? []),
    ...(toolsets && { toolsets }),
    ...(tools && { tools }),
    categories: categoryTexts(config),
  };
}

/** The fields whose new value takes effect only after a restart. */
export function changedServerFields(before: GatewayConfig, after: GatewayConfig): readonly string[] {
  return SERVER_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
