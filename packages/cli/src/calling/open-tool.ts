import type { CatalogEntry } from '@foldout/core';
import { lookUp } from '../catalog/look-up.ts';
import type { OpenGateway } from './with-gateway.ts';

/** The tool with this address. If it is unknown, first starts servers without a saved tool list. */
export async function openTool({ gateway, visible }: OpenGateway, address: string): Promise<CatalogEntry> {
  if (!visible.whole.lookup(address).found) {
    const [server = ''] = address.split('/');
    const named = address.includes('/') ? gateway.upstream(server) : undefined;
    if (!named) await gateway.learnUnknown();
    else if (named.manifest === undefined) await named.refresh();
  }
  const { tool } = lookUp(visible, address);
  // The gateway loads approvals in the background. Without this wait, the call of an approved tool would be refused.
  await gateway.trustOf(tool.server)?.reload();
  return lookUp(visible, tool.id);
}
