import { estimateTokens, type Level, type Tool, typescriptOf } from '@foldout/core';
import { LEVELS, type Overlaid, overlayHash, overlayOf, serverInstructions, showTool } from '@foldout/core/internal';
import { lookUp } from '../catalog/look-up.ts';
import { checkAnswered, openCatalog } from '../catalog/open-catalog.ts';
import { levelTokens } from '../catalog/tool-cost.ts';
import { typed } from '../invocation.ts';
import { CliError } from '../output/fail.ts';
import { count, counted } from '../output/figures.ts';
import { oneLine, safeLines } from '../output/safe-text.ts';
import { print, printJson, style } from '../output/terminal.ts';

export interface ShowOptions {
  readonly config?: string;
  readonly level?: string;
  readonly typescript?: boolean;
  readonly json?: boolean;
}

/** Shows one tool at every level, with the tokens of each; or what a server says about its tools as a whole. */
export async function show(options: ShowOptions, [address = '']: readonly string[]): Promise<void> {
  const level = levelIn(options.level);
  const opened = await openCatalog(options, 'if-empty');
  checkAnswered(opened);
  const visible = opened.visible();
  const { catalog } = visible;
  // A tool can have the name of its server.
  if (opened.known.servers.some(({ name }) => name === address) && !catalog.lookup(address).found) {
    const tools = catalog.entries().filter((entry) => entry.tool.server === address).length;
    const instructions = serverInstructions(catalog).get(address);
    if (options.json) printJson({ server: address, tools, instructions: instructions ?? null });
    else print(serverText(address, tools, instructions));
    return;
  }
  const { tool } = lookUp(visible, address, opened.known.unknown);
  const tokens = levelTokens(catalog, tool);
  const shownAt = (wanted: Level) => showTool(catalog, tool, { level: wanted });
  if (options.json) {
    const levels = level ? [level] : LEVELS;
    const { description, inputSchema, outputSchema, mutation, destructive } = tool;
    const facts = { description, inputSchema, ...(outputSchema && { outputSchema }), mutation, destructive };
    const overlaid = overlayOf(tool);
    return printJson({
      tool: tool.id,
      ...facts,
      definitionHash: overlayHash(tool),
      ...(overlaid && { overlay: { of: overlaid.upstream.id, ...overlaid.overlay, problems: overlaid.problems } }),
      levels: Object.fromEntries(levels.map((each) => [each, { tokens: tokens[each], shown: shownAt(each) }])),
    });
  }
  if (options.typescript) return print(safeLines(typescriptOf(tool, catalog.addressOf(tool))));
  if (level) return print(levelText(level, shownAt(level)));
  print(
    LEVELS.map((each) => {
      return `${style.bold(each)} ${style.dim(`(${count(tokens[each])} tokens)`)}\n${indented(levelText(each, shownAt(each)))}`;
    }).join('\n\n'),
  );
  if (tool.description.trim().length > tool.summary.length + 1)
    print(`\n${style.bold('description')}\n${indented(safeLines(tool.description.trim()))}`);
  print(`\n${riskLine(tool)}`);
  const overlaid = overlayOf(tool);
  if (overlaid) print(`\n${overlayText(overlaid)}`);
  print(style.dim(`Hash of the definition: ${overlayHash(tool)}`));
}

function serverText(name: string, tools: number, instructions: string | undefined): string {
  const head = `${style.bold(oneLine(name))} ${counted(tools, 'tool')}. To list them: ${typed(`list ${name}`)}`;
  if (instructions === undefined) return `${head}\nThe server gives no instructions for a model.`;
  const tokens = style.dim(`(${count(estimateTokens(instructions))} tokens)`);
  return `${head}\n\n${style.bold('instructions')} ${tokens}\n${indented(safeLines(instructions))}`;
}

function overlayText({ upstream, fields, problems }: Overlaid): string {
  const { description } = upstream;
  return [
    `${style.bold('overlay')} The configuration changes ${fields.join(', ') || 'nothing'}. On the server, the tool is ${oneLine(upstream.id)}:`,
    indented(safeLines(description.trim() || '(no description)')),
    ...problems.map((problem) => style.yellow(oneLine(problem))),
  ].join('\n');
}

function levelText(level: Level, shown: ReturnType<typeof showTool>): string {
  if (level === 'name') return safeLines(shown.name);
  if (level === 'summary') return safeLines(`${shown.name} - ${shown.description ?? ''}`);
  if (level === 'signature') return safeLines(shown.signature ?? shown.name);
  return safeLines(JSON.stringify(shown.inputSchema, null, 2));
}

function levelIn(text: string | undefined): Level | undefined {
  if (text === undefined) return undefined;
  const level = LEVELS.find((known) => known === text);
  if (!level) throw new CliError(`level '${text}' does not exist. Use one of: ${LEVELS.join(', ')}`);
  return level;
}

function riskLine({ mutation, destructive }: Tool): string {
  if (destructive) return style.red('Destructive: "foldout call" asks for confirmation first.');
  return mutation ? style.yellow('Writes data.') : style.green('Only reads data.');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
