import { count, counted, duration } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, style } from '../output/terminal.ts';
import type { Diagnosis } from './diagnose.ts';
import type { Finding } from './finding.ts';

/** Further findings of the same check are only counted, to keep the output short. */
const MOST_OF_A_KIND = 20;

export function doctorText({ config, servers, findings }: Diagnosis): string {
  if (!isTerminal) return plain(findings);
  const broken = findings.filter(({ level }) => level === 'broken').length;
  const verdict =
    findings.length === 0
      ? style.green(' No problems found.')
      : ` ${broken > 0 ? style.red(`${broken} broken`) : style.green('nothing broken')}, ${counted(findings.length - broken, 'warning')}`;
  return [
    ...(config ? [` ${style.dim('configuration')} ${config}`] : []),
    serverTable(servers),
    ...shownFindings(findings),
    verdict,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One line for each finding: level, check, server or tool, problem and fix, separated by tabs. */
function plain(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'ok';
  return findings
    .map(({ level, check, about, what, fix }) => [level, check, oneLine(about), oneLine(what), oneLine(fix)].join('\t'))
    .join('\n');
}

function serverTable(servers: Diagnosis['servers']): string {
  if (servers.length === 0) return '';
  return table<Diagnosis['servers'][number]>(
    [
      { head: 'server', cell: ({ server }) => server, color: style.bold },
      {
        head: 'state',
        cell: ({ state }) => state,
        color: (text) => (text === 'ready' ? style.green(text) : style.red(text)),
      },
      { head: 'tools', cell: ({ tools }) => count(tools), align: 'right' },
      { head: 'started in', cell: ({ startMs }) => duration(startMs), align: 'right' },
      { head: 'answers in', cell: ({ latencyMs }) => (latencyMs === null ? '' : duration(latencyMs)), align: 'right' },
    ],
    servers,
  );
}

export function shownFindings(findings: readonly Finding[]): string[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) kinds.set(finding.check, [...(kinds.get(finding.check) ?? []), finding]);
  return [...kinds.values()].flatMap((kind) => {
    const rest = kind.length - MOST_OF_A_KIND;
    const shown = kind.slice(0, MOST_OF_A_KIND).map(findingText);
    return rest > 0 ? [...shown, style.dim(`   and ${rest} more like this. To see all of them, add --json`)] : shown;
  });
}

function findingText({ level, check, about, what, fix }: Finding): string {
  const symbol = level === 'broken' ? style.red('✗') : style.yellow('!');
  return ` ${symbol} ${style.bold(oneLine(about))} ${style.dim(check)}\n   ${oneLine(what)}\n   ${style.green('→')} ${oneLine(fix)}`;
}
