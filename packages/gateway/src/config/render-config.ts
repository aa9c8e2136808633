import { CONFIG_SCHEMA_URL } from './config-json-schema.ts';
import type { GatewayConfig } from './config-schema.ts';

const OPENING = `// The servers of this gateway. Every field: docs/reference/config.md. \${VAR} and \${VAR:-default} are replaced.
// Changes are seen while the gateway runs.
`;

/** A configuration as the text of a file: JSON with comments, and a schema that lets editors help. */
export function renderConfig(config: GatewayConfig): string {
  const { $schema = CONFIG_SCHEMA_URL, mcpServers, ...settings } = config;
  return `${OPENING}${JSON.stringify({ $schema, ...settings, mcpServers }, null, 2)}\n`;
}
