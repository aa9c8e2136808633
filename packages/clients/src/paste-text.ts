import type { Launch } from './connection.ts';

/** `{ "mcpServers": … }`, the form that most clients accept where they have a field to paste into. */
export function mcpServersText({ command, args }: Launch): string {
  return JSON.stringify({ mcpServers: { foldout: { command, args } } }, null, 2);
}
