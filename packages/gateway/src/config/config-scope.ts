import { environmentScope, type ScopeNames } from '@foldout/core/internal';
import type { GatewayConfig } from './config-schema.ts';

/** The tools that a gateway loads: those that are in both scopes. The environment can narrow, never widen. */
export interface ConfiguredScope {
  readonly config: ScopeNames;
  readonly environment: ScopeNames;
}

export function configScope(
  { toolsets, tools }: Pick<GatewayConfig, 'toolsets' | 'tools'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ConfiguredScope {
  return { config: { toolsets, tools }, environment: environmentScope(env) };
}
