import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { skillsFor } from '@foldout/workspace';
import { checkAnswered, openCatalog } from '../catalog/open-catalog.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface SkillsOptions extends CommonOptions {
  readonly for?: string;
  readonly overwrite?: boolean;
}

/** Where agents look for skills, in a project or in the home folder. Codex and others read `.agents`. */
const FOLDERS: Readonly<Record<string, string>> = { claude: '.claude/skills', agents: '.agents/skills' };
const MARK = '<!-- Written by foldout skills install -->';

/** `foldout skills install [folder]`: two skills in the words of this command line, for agents with a shell. */
export async function skills(options: SkillsOptions, [action, folder = '.']: readonly string[]): Promise<void> {
  if (action !== 'install')
    throw new CliError(`There is no action '${oneLine(action ?? '')}'. Use ${typed('skills install')}.`);
  const wanted = options.for?.split(',') ?? Object.keys(FOLDERS);
  const unknown = wanted.find((name) => !Object.hasOwn(FOLDERS, name));
  if (unknown !== undefined)
    throw new CliError(`'${oneLine(unknown)}' is not a kind of agent. Use --for ${Object.keys(FOLDERS).join(',')}.`);
  const opened = await openCatalog(options, 'unknown');
  checkAnswered(opened);
  const tools = opened
    .visible()
    .catalog.entries()
    .map(({ tool }) => tool);
  const files = wanted.flatMap((name) =>
    skillsFor(tools, 'shell').map((skill) => ({
      path: resolve(join(folder, FOLDERS[name] ?? '', skill.name, 'SKILL.md')),
      text: `${skill.files['SKILL.md'] ?? ''}\n${MARK}\n`,
    })),
  );
  const own = files.find(({ path }) => existsSync(path) && !readFileSync(path, 'utf8').includes(MARK));
  if (own && !options.overwrite)
    throw new CliError(`${own.path} was not written by Foldout. To replace it, add --overwrite.`, EXIT.failed);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  if (options.json) printJson({ files: files.map(({ path }) => path) });
  else print(files.map(({ path }) => path).join('\n'));
  note('run the same command again when your servers change');
}
