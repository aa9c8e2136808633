import { isRaw, type Raw } from '../config/client-fields.ts';
import { serversPlace } from '../config/client-shapes.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

/** In the order in which their servers keep their names. */
export const CLIENTS: readonly Client[] = [claudeCode, claudeDesktop, cursor, windsurf, vscode, codex, opencode];

/** A file with `mcpServers` that belongs to nobody we know. */
const other: Client = {
  id: 'imported',
  title: 'A file',
  files: () => [],
  places: (root) => [{ path: serversPlace(root) }],
};

/** Whose file this is: by where it is kept, else by what it holds. */
export function clientOf(file: string, root: Raw): Client {
  const path = file.replaceAll('\\', '/');
  if (path.endsWith('.toml')) return codex;
  if (path.endsWith('/claude_desktop_config.json')) return claudeDesktop;
  if (path.endsWith('/.claude.json') || path.endsWith('/.mcp.json') || isRaw(root['projects'])) return claudeCode;
  if (path.includes('/.cursor/')) return cursor;
  if (path.endsWith('/mcp_config.json')) return windsurf;
  if (isRaw(root['mcpServers'])) return other;
  if (isRaw(root['mcp.servers'])) return vscode;
  const place = serversPlace(root).join('.');
  if (place === 'servers' || place === 'mcp.servers') return vscode;
  return place === 'mcp' ? opencode : other;
}
