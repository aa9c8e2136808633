import type { BatchResult, CommandSuccess, DryCall, PipeResult } from '@foldout/core';
import { dataText, errorText, resultText, trustLines, warningLines } from './result-text.ts';

/** A batch as text: the counts, then each command with its result or error. */
export function renderBatch({ results }: BatchResult, { reasoning = '', warnings }: CommandSuccess<unknown>): string {
  const entries = results.map((entry) => {
    const head = `[${entry.id}] ${entry.command}`;
    return 'skipped' in entry ? `${head}: skipped` : `${head}: ${resultText(entry)}`;
  });
  return [reasoning, ...entries, ...warningLines(warnings)].join('\n');
}

/** A pipe as text: the data of the last step, then the status of each step. */
export function renderPipe({ data, steps }: PipeResult, result: CommandSuccess<unknown>): string {
  const all = steps.map(({ command, as, status }) => `${command}${as ? ` as ${as}` : ''} ${status}`).join(', ');
  const errors = steps.flatMap(({ command, error }) => (error ? [`${command}: ${errorText(error)}`] : []));
  return [dataText(data), ...trustLines(result), `Steps: ${all}`, ...errors].join('\n');
}

/** What a script printed and returned. */
export interface CodeData {
  readonly output?: string;
  readonly value?: unknown;
  /** The calls that a dry run did not make. */
  readonly wouldCall?: readonly DryCall[];
}

export function renderCode({ output = '', value, wouldCall }: CodeData, { warnings }: CommandSuccess<unknown>): string {
  const returned = value === undefined ? '' : typeof value === 'string' ? value : dataText(value);
  const parts = [output, returned && `${output && 'Returned: '}${returned}`, ...dryLines(wouldCall)].filter(
    (part) => part !== '',
  );
  return [...(parts.length > 0 ? parts : ['done; nothing was printed or returned']), ...warningLines(warnings)].join(
    '\n',
  );
}

const VERDICTS = { allow: 'runs', ask: 'asks a person', deny: 'is denied' } as const;

function dryLines(calls: readonly DryCall[] | undefined): string[] {
  if (!calls) return [];
  if (calls.length === 0) return ['Dry run: it would only read.'];
  const lines = calls.map(
    ({ name, risk, verdict, input }) => `${name} (${risk}) ${VERDICTS[verdict]}: ${dataText(input)}`,
  );
  return ['Dry run: not called, and answered with null:', ...lines];
}
