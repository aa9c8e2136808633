import { isStdinPiped } from '#runtime';
import type { TransportKind } from './options.ts';

/** Pipes on stdin mean that an MCP client has started the process: stdio. A terminal means a person: HTTP. */
export function chooseTransport(wanted: TransportKind): 'stdio' | 'http' {
  if (wanted !== 'auto') return wanted;
  return isStdinPiped() ? 'stdio' : 'http';
}
