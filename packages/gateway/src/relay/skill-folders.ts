import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CommandResult, JsonObject, Tool, ToolSource, Validated } from '@foldout/core';
import { failure } from '@foldout/core';
import { cleanText, isObject, summarize, TOOL_DEFAULTS } from '@foldout/core/internal';
import { mcpResult } from '@foldout/server';
import { yamlLibrary } from '../config/yaml-library.ts';
import type { Log } from '../logging/log.ts';
import { checkInput } from './check-input.ts';

const SERVER = 'your-skills';
const MAIN = 'SKILL.md';
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const LIMITS = { skills: 1_000, files: 200, bytes: 1_048_576, description: 1_024 } as const;
const INPUT = {
  type: 'object',
  properties: { file: { type: 'string', description: `A file of the skill. Default: ${MAIN}` } },
};

interface Skill {
  readonly tool: Tool;
  readonly folder: string;
}

/** The skills in the user's folders: each a folder with a `SKILL.md`, whose front matter says what it is for. */
export class SkillFolders implements ToolSource {
  readonly server = SERVER;
  readonly #skills: ReadonlyMap<string, Skill>;

  /** Reads the folders once. A folder that cannot be read is logged and left out. */
  constructor(folders: readonly string[], log: Log) {
    const found = folders.flatMap((folder) => skillsIn(folder, log)).slice(0, LIMITS.skills);
    // The first of two skills with the same name counts, as with tools.
    this.#skills = new Map(found.reverse().map((skill) => [skill.tool.name, skill]));
  }

  tools(): Iterable<Tool> {
    return [...this.#skills.values()].map(({ tool }) => tool);
  }

  exposes(): boolean {
    return true;
  }

  validate(_tool: Tool, input: JsonObject): Validated {
    return checkInput(INPUT, input);
  }

  async invoke({ name }: Tool, input: unknown): Promise<CommandResult> {
    const { folder } = this.#skills.get(name) as Skill;
    const files = filesIn(folder);
    const { file = MAIN } = input as { file?: string };
    if (!files.includes(file)) {
      return failure({
        code: 'VALIDATION_ERROR',
        message: `The skill has no file ${JSON.stringify(file.slice(0, 200))}`,
        suggestion: `Read one of: ${files.join(', ')}.`,
      });
    }
    const others = files.filter((other) => other !== MAIN);
    const more =
      file === MAIN && others.length > 0 ? `\n\nOther files of this skill (input file): ${others.join(', ')}` : '';
    return mcpResult({ content: [{ type: 'text', text: readFileSync(join(folder, file), 'utf8') + more }] });
  }

  subscribe(): () => void {
    return () => {};
  }
}

/** The skills of a folder: its own, or those of its subfolders. */
function skillsIn(folder: string, log: Log): Skill[] {
  try {
    const inside = readdirSync(folder, { withFileTypes: true });
    const folders = inside.some(({ name }) => name === MAIN)
      ? [folder]
      : inside.filter((one) => one.isDirectory() || one.isSymbolicLink()).map(({ name }) => join(folder, name));
    return folders.flatMap((one) => skillIn(one, log));
  } catch (error) {
    log.warn(`skillFolders: ${folder} cannot be read: ${(error as Error).message}`);
    return [];
  }
}

function skillIn(folder: string, log: Log): Skill[] {
  try {
    const text = readFileSync(join(folder, MAIN), 'utf8');
    const { name, description } = frontMatterOf(text);
    const about = cleanText(description, LIMITS.description);
    if (typeof name !== 'string' || !/^[\w.-]{1,64}$/.test(name) || !about) {
      log.warn(
        `skillFolders: ${join(folder, MAIN)} needs a name and a description in its front matter; it was left out`,
      );
      return [];
    }
    const own = `skill:${name}`;
    const tool: Tool = {
      ...TOOL_DEFAULTS,
      id: `${SERVER}/${own}`,
      server: SERVER,
      name: own,
      summary: summarize(about),
      description: about,
      category: 'skill',
      inputSchema: INPUT,
    };
    return [{ tool, folder }];
  } catch {
    // A folder without a SKILL.md is no skill.
    return [];
  }
}

function frontMatterOf(text: string): JsonObject {
  const matter = yamlLibrary().parse(FRONT_MATTER.exec(text)?.[1] ?? '') as unknown;
  return isObject(matter) ? matter : {};
}

/** The readable files of a skill, as paths with `/`. A link that leads out of the folder is no file of it. */
function filesIn(folder: string): string[] {
  const root = realpathSync(folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => {
      const real = realpathSync(path);
      const stat = statSync(real);
      return real.startsWith(root + sep) && stat.isFile() && stat.size <= LIMITS.bytes;
    })
    .slice(0, LIMITS.files)
    .map((path) => relative(root, path).split(sep).join('/'));
}
