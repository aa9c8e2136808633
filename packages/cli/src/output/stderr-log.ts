import type { Log } from '@foldout/gateway';

/** Lines for the operator. stdout belongs to the protocol. */
export function stderrLog(_secrets: ReadonlySet<string>): Log {
  return {
    info: (message) => process.stderr.write(`foldout: ${message}\n`),
    warn: (message) => process.stderr.write(`foldout: warning: ${message}\n`),
  };
}
