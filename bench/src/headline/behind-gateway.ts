import { join } from 'node:path';
import type { Place } from '@foldout/example-workspace/headline';
import { openGateway } from '@foldout/gateway';
import type { CapturedCatalog } from '../catalogs.ts';
import { replayedServers, upstreamsOf } from '../gateway/upstreams.ts';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { ROOT } from '../paths.ts';

const DESK_SERVER = join(ROOT, 'examples/workspace/dist/desk-server.js');

/** A real gateway, in front of one process for each server. The first one that opens asks all of them for their tools. */
export function behindGateway(catalogs: readonly CapturedCatalog[], work: WorkFolder): Place {
  const desk = (name: string) => ({ command: process.execPath, args: [DESK_SERVER, name] });
  const mcpServers = {
    drive: desk('drive'),
    crm: desk('crm'),
    ...upstreamsOf(replayedServers(catalogs, work)),
  };
  const config = { mcpServers, stateFolder: work.folder('state'), learning: false };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return async (server) => {
    const gateway = await openGateway({ config, version: '0', log, server });
    await gateway.learnUnknown();
    return { server: gateway.server, close: () => gateway.close() };
  };
}
