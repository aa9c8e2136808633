import { LEVELS, type Level, showTool, type Tool, typescriptOf } from '@foldout/core';
import { lookUp } from '../catalog/look-up.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { levelTokens } from '../catalog/tool-cost.ts';
import { CliError } from '../output/fail.ts';
import { count } from '../output/figures.ts';
import { safeLines } from '../output/safe-text.ts';
import { print, printJson, style } from '../output/terminal.ts';

export interface ShowOptions {
  readonly config?: string;
  readonly level?: string;
  readonly typescript?: boolean;
  readonly json?: boolean;
}

/** One tool, level by level: what an agent sees at each, and what it costs. */
export async function show(options: ShowOptions, [address = '']: readonly string[]): Promise<void> {
  const level = levelIn(options.level);
  const { visible } = await openCatalog(options, 'if-empty');
  const { catalog } = visible;
  const { tool } = lookUp(visible, address);
  const tokens = levelTokens(catalog, tool);
  const shown = (one: Level) => showTool(catalog, tool, { level: one });
  if (options.json) {
    const levels = level ? [level] : LEVELS;
    const { description, inputSchema, outputSchema, mutation, destructive } = tool;
    const facts = { description, inputSchema, ...(outputSchema && { outputSchema }), mutation, destructive };
    return printJson({
      tool: tool.id,
      ...facts,
      levels: Object.fromEntries(levels.map((one) => [one, { tokens: tokens[one], shown: shown(one) }])),
    });
  }
  if (options.typescript) return print(safeLines(typescriptOf(tool, catalog.addressOf(tool))));
  if (level) return print(levelText(level, shown(level)));
  print(
    LEVELS.map((one) => {
      return `${style.bold(one)} ${style.dim(`(${count(tokens[one])} tokens)`)}\n${indented(levelText(one, shown(one)))}`;
    }).join('\n\n'),
  );
  if (tool.description.trim().length > tool.summary.length + 1)
    print(`\n${style.bold('description')}\n${indented(safeLines(tool.description.trim()))}`);
  print(`\n${riskLine(tool)}`);
}

function levelText(level: Level, shown: ReturnType<typeof showTool>): string {
  if (level === 'name') return safeLines(shown.name);
  if (level === 'summary') return safeLines(`${shown.name} - ${shown.description ?? ''}`);
  if (level === 'signature') return safeLines(shown.signature ?? shown.name);
  return safeLines(JSON.stringify(shown.inputSchema, null, 2));
}

function levelIn(text: string | undefined): Level | undefined {
  if (text === undefined) return undefined;
  const level = LEVELS.find((one) => one === text);
  if (!level) throw new CliError(`there is no level '${text}': the levels are ${LEVELS.join(', ')}`);
  return level;
}

function riskLine({ mutation, destructive }: Tool): string {
  if (destructive) return style.red('It can destroy something: foldout call asks first.');
  return mutation ? style.yellow('It changes something.') : style.green('It only reads.');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
