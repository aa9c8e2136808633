import type { ClientFacts } from '@foldout/clients';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ListedTool } from '../surfaces/surface.ts';

export interface ToolPage {
  readonly tools: ListedTool[];
  readonly nextCursor?: string;
}

export interface PageSettings {
  readonly pageSize: number;
  readonly pagesForUnknown: boolean;
}

/** Some clients read only the first page and lose the other tools, so only those known to read all pages get several. */
export function pageSizeFor({ pageSize, pagesForUnknown }: PageSettings, facts: ClientFacts | undefined): number {
  return (facts?.readsAllPages ?? pagesForUnknown) ? pageSize : Number.POSITIVE_INFINITY;
}

/**
 * One page of the list. The cursor holds the name of the last tool sent: if the list changes between two pages, the
 * remaining tools are neither repeated nor lost.
 */
export function toolPage(all: readonly ListedTool[], cursor: string | undefined, size: number): ToolPage {
  const start = cursor === undefined ? 0 : positionAfter(all, cursor);
  const tools = all.slice(start, start + size);
  const last = tools.at(-1);
  if (!last || start + size >= all.length) return { tools };
  return { tools, nextCursor: Buffer.from(`${start + size}:${last.name}`).toString('base64url') };
}

function positionAfter(all: readonly ListedTool[], cursor: string): number {
  const match = /^(\d{1,9}):(.+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Unknown cursor. Request the list again without a cursor.',
    );
  const [, position = '0', name = ''] = match;
  const expected = Number(position);
  if (all[expected - 1]?.name === name) return expected;
  const moved = all.findIndex((tool) => tool.name === name);
  return moved === -1 ? expected : moved + 1;
}
