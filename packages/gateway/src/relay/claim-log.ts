import type { CatalogReader, Tool } from '@foldout/core';
import { inSlices } from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';

const MAX_SHOWN = 5;

/** Warns once of each tool whose name begins with the prefix of another server. */
export class ClaimLog {
  readonly #log: Log;
  readonly #warned = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  async warn(server: string, tools: readonly Tool[], catalog: CatalogReader): Promise<void> {
    const claiming: Tool[] = [];
    await inSlices(tools, (tool) => {
      if (!this.#warned.has(tool.id) && catalog.claimedServer(tool) !== undefined) claiming.push(tool);
    });
    if (claiming.length === 0) return;
    for (const { id } of claiming) this.#warned.add(id);
    const names = claiming.slice(0, MAX_SHOWN).map(({ name }) => JSON.stringify(name));
    const more = claiming.length > MAX_SHOWN ? ` and ${claiming.length - MAX_SHOWN} more` : '';
    this.#log.warn(
      `server "${server}" has tools whose names claim to belong to another server: ${names.join(', ')}${more}. ` +
        `They are listed as ${server}__…; exclude them if you do not trust this server.`,
    );
  }
}
