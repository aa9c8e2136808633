import type { CatalogEntry } from '@foldout/core';
import type { Gateway } from '@foldout/gateway';
import { lookUp } from '../catalog/look-up.ts';

/** The tool at an address, after asking servers that are not known yet where it could be one of theirs. */
export async function openTool(gateway: Gateway, address: string): Promise<CatalogEntry> {
  const { catalog } = gateway.server.engine;
  if (!catalog.lookup(address).found) {
    const [server = ''] = address.split('/');
    const named = address.includes('/') ? gateway.upstream(server) : undefined;
    if (named?.manifest === undefined && named) await named.refresh();
    else if (!named) await gateway.learnUnknown();
  }
  const { tool } = lookUp(catalog, address);
  // Whether it is as it was approved is found out in the background; a call of a pinned tool has to wait for it.
  await gateway.trustOf(tool.server)?.reload();
  return lookUp(catalog, tool.id);
}
