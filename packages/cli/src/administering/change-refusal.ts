import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '@foldout/clients/internal';
import type { GatewayConfig } from '@foldout/gateway';
import { typed } from '../invocation.ts';

/** Servers under these fields are those of a client's own file. */
const CLIENT_FIELDS = ['servers', 'mcp', 'mcp_servers', 'context_servers'];

/** Why the configuration cannot be changed from the dashboard. Undefined: it can. */
export function changeRefusal(file: string | undefined, root: unknown, config: GatewayConfig): string | undefined {
  if (file === undefined) {
    return `This gateway uses the servers of several clients, and has no file of its own. To make one: ${typed('import')}`;
  }
  if (config.database !== undefined) {
    return 'This configuration names a database, which several gateways share. Change it where it is deployed, for all of them.';
  }
  if (!isWritable(file)) return `${file} is read-only. Change it where it is deployed.`;
  if (isObject(root) && !('mcpServers' in root) && CLIENT_FIELDS.some((field) => field in root)) {
    return `${file} is the configuration of a client. To make one for Foldout: ${typed('import')}`;
  }
  return undefined;
}

/** A file is replaced, so its folder has to be writable too. */
function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK);
    if (!existsSync(file)) return true;
    accessSync(file, constants.W_OK);
    // Root may write everything. A file without any write permission was made read-only on purpose.
    return (statSync(file).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}
