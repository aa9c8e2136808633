import { type CodeOutcome, type CommandResult, failure, success } from '@foldout/core';
import { z } from 'zod';
import { renderCode } from './render-runs.ts';
import type { SurfaceTool } from './surface-tools.ts';

const input = z.object({
  code: z.string().min(1),
  check: z.boolean().optional(),
  dryRun: z.boolean().optional(),
  context: z.string().optional(),
});

/** Runs a script. Each tool call of the script goes through the engine like every other call. */
export const RUN_CODE_TOOL = {
  name: 'run_code',
  description:
    "Run TypeScript that calls tools; only what it prints (console.log) or returns comes back. import { toolName } from './servers/<server>', or { callTool(server, tool, input), searchTools(query), describeTool(name) } from './foldout.ts'. check: type-check first. dryRun: only reads run; lists the other calls.",
  input,
  risk: 'destructive',
  action: (script: z.infer<typeof input>) => ({ kind: 'code', ...script }),
  answer: (outcome: CodeOutcome) => asResult(outcome),
  text: renderCode,
} as const satisfies SurfaceTool;

function asResult({ output, value, calls, wouldCall, error }: CodeOutcome): CommandResult {
  const failed = calls.filter((call) => !call.success).length;
  // For programs: the script has seen the result of each call, and printed what matters.
  const trust = { metadata: { calls: calls.length, ...(failed > 0 && { failed }) } };
  if (error) {
    const { code, message, suggestion } = error;
    return failure({ code, message, suggestion, ...detailsOf(output, wouldCall) }, trust);
  }
  return success(
    { ...(output !== '' && { output }), ...(value !== undefined && { value }), ...(wouldCall && { wouldCall }) },
    trust,
  );
}

/** What a failed script did until then. */
function detailsOf(printed: string, wouldCall: CodeOutcome['wouldCall']): { details?: object } {
  if (printed === '' && !wouldCall) return {};
  return { details: { ...(printed !== '' && { printed }), ...(wouldCall && { wouldCall }) } };
}
