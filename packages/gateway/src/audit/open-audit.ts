import { join } from 'node:path';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { AuditLog } from './audit-log.ts';
import { AuditRecorder } from './audit-recorder.ts';

interface OpenedAudit {
  readonly recorder: AuditRecorder;
  close(): void;
}

/** The folder of the audit files in a state folder. */
export function auditFolder(stateFolder: string): string {
  return join(stateFolder, 'audit');
}

/** Opens the audit log, if the configuration asks for one. A log that cannot be created counts as one that cannot be written. */
export function openAudit(mode: GatewayConfig['audit'], stateFolder: string, log: Log): OpenedAudit | undefined {
  if (!mode) return undefined;
  let audit: AuditLog | undefined;
  try {
    audit = AuditLog.create(auditFolder(stateFolder));
  } catch (error) {
    log.warn(`the audit log cannot be created: ${error instanceof Error ? error.message : String(error)}`);
  }
  const recorder = new AuditRecorder({ audit, log, required: mode === 'required' });
  return { recorder, close: () => audit?.close() };
}
