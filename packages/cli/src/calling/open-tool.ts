import type { CatalogEntry } from '@foldout/core';
import { lookUp } from '../catalog/look-up.ts';
import type { AtWork } from './with-gateway.ts';

/** The tool at an address, after asking servers that are not known yet where it could be one of theirs. */
export async function openTool({ gateway, visible }: AtWork, address: string): Promise<CatalogEntry> {
  if (!visible.whole.lookup(address).found) {
    const [server = ''] = address.split('/');
    const named = address.includes('/') ? gateway.upstream(server) : undefined;
    if (named?.manifest === undefined && named) await named.refresh();
    else if (!named) await gateway.learnUnknown();
  }
  const { tool } = lookUp(visible, address);
  // Whether it is as it was approved is found out in the background; a call of a pinned tool has to wait for it.
  await gateway.trustOf(tool.server)?.reload();
  return lookUp(visible, tool.id);
}
