import type { DryRun } from '../catalog/dry-run.ts';
import { riskOf, type Tool } from '../catalog/tool.ts';
import { type CommandResult, failure, success } from '../result/result.ts';
import type { Foreseen } from './gate.ts';

/** The answer to a call in a dry run; undefined for a read that may run. A call that is not made answers `null`. */
export function answerDryRun(
  dryRun: DryRun,
  { tool }: { readonly tool: Tool },
  input: unknown,
  { verdict, error }: Foreseen,
): CommandResult | undefined {
  const risk = riskOf(tool);
  if (risk === 'read' && verdict === 'allow') return undefined;
  dryRun.note({ name: tool.id, risk, verdict, input });
  return error ? failure(error) : success(null);
}
