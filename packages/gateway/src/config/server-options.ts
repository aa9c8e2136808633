import type { McpServerOptions } from '@foldout/server';
import { categoryTexts, type GatewayConfig } from './config-schema.ts';

/** Applied to a running gateway. `host` and `port` of `http` are not. Every other field is read once, at the start. */
const APPLIED: ReadonlySet<string> = new Set(['$schema', 'mcpServers', 'trust', 'policy', 'http', 'overlays']);

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
export function fieldsThatNeedRestart(before: GatewayConfig, after: GatewayConfig): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)].filter((field) => !APPLIED.has(field)));
  const changed = [...fields].filter((field) => differ(before[field as never], after[field as never]));
  const listening = (['host', 'port'] as const).filter((field) => differ(before.http?.[field], after.http?.[field]));
  return [...changed, ...listening.map((field) => `http.${field}`)];
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
