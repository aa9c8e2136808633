import type { ToolOverlay } from '@foldout/core/internal';
import type { GatewayConfig } from './config-schema.ts';

/** What the configuration changes about the tools of one server. */
export interface ServerOverlays {
  /** For every tool of the server. */
  readonly server: ToolOverlay | undefined;
  /** Name of a tool on its server → its overlay. */
  readonly tools: ReadonlyMap<string, ToolOverlay>;
}

/** The overlays of one server; undefined if it has none. */
export function overlaysOf(
  { overlays = {} }: Pick<GatewayConfig, 'overlays'>,
  server: string,
): ServerOverlays | undefined {
  const tools = new Map(
    Object.entries(overlays).flatMap(([key, overlay]) =>
      key.startsWith(`${server}/`) ? [[key.slice(server.length + 1), overlay] as const] : [],
    ),
  );
  const own = Object.hasOwn(overlays, server) ? overlays[server] : undefined;
  return own || tools.size > 0 ? { server: own, tools } : undefined;
}
