import { formatValue, table } from '../report.ts';
import type { LabRun } from './lab-run.ts';
import { STEPS } from './script.ts';

const HEAD = ['client', 'version', 'transport', 'state', 'surface', 'tools', 'tokens', 'first list', ...STEPS];

/** One line for each run. */
export function toLabTable(runs: readonly LabRun[]): string {
  return table(HEAD, runs.map(line), (column) => column >= 5 && column <= 7);
}

function line(run: LabRun): string[] {
  const start = [run.client, run.version, run.transport, run.state];
  if (run.notRun) return [...start, `not run: ${run.notRun}`];
  const { seen, surface = '', firstList, steps = [] } = run;
  return [
    ...start,
    surface,
    toolsText(seen),
    formatValue(seen?.tokens ?? 0),
    timeText(firstList),
    ...STEPS.map((step) => {
      const result = steps.find((result) => result.step === step);
      if (!result) return '';
      if (!result.arrived) return 'NO';
      return step === 'image' ? result.note : 'yes';
    }),
  ];
}

/** `5`, or `0 + 37 named` where the client defers tools. */
export function toolsText(seen: LabRun['seen']): string {
  const { tools = 0, named = 0 } = seen ?? {};
  return named > 0 ? `${tools} + ${named} named` : String(tools);
}

/** `512 ms (310)`: the time, and in brackets the processor time of the gateway, where it is known. */
export function timeText(list: LabRun['firstList']): string {
  if (!list) return 'never';
  const cpu = list.cpuMs === undefined ? '' : ` (${formatValue(Math.round(list.cpuMs))})`;
  return `${formatValue(Math.round(list.ms))} ms${cpu}`;
}
