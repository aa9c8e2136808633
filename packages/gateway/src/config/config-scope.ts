import { environmentScope, type ScopeNames } from '@foldout/core';
import type { GatewayConfig } from './config-schema.ts';

/** What a gateway with this configuration is limited to: by the environment, and before that by the configuration. */
export function configScope(
  { toolsets, tools }: Pick<GatewayConfig, 'toolsets' | 'tools'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ScopeNames {
  return { ...environmentScope(env), ...(toolsets && { toolsets }), ...(tools && { tools }) };
}
