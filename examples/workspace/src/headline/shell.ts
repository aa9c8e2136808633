import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '@foldout/core';
import { codeRunner, Sandbox } from '@foldout/workspace';
import type { Conversation } from './conversation.ts';

/** The only tool that the host gives to an agent with a workspace. */
const SHELL_TOOL = {
  name: 'shell',
  description: 'Runs a command in the folder of the workspace and returns what it prints.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

/** The shell commands that the skill mentions, on the real files of the tree. Counts the tokens of each command and its output. */
export class Shell {
  readonly #root: string;
  readonly #engine: Engine;
  readonly #conversation: Conversation;

  constructor(root: string, engine: Engine, conversation: Conversation) {
    this.#root = root;
    this.#engine = engine;
    this.#conversation = conversation;
    conversation.add("the host's own tool", { read: SHELL_TOOL });
  }

  async ls(...folders: string[]): Promise<string[]> {
    const names = await Promise.all(folders.map(async (folder) => (await readdir(this.#at(folder))).sort()));
    this.#ran(`ls ${folders.join(' ')}`, names.map((some) => some.join('\n')).join('\n\n'));
    return names.flat();
  }

  async cat(...files: string[]): Promise<string> {
    const texts = await Promise.all(files.map((file) => readFile(this.#at(file), 'utf8')));
    this.#ran(`cat ${files.join(' ')}`, texts.join(''));
    return texts.join('');
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(this.#at(file), text);
    this.#ran(`cat > ${file} <<'END'\n${text}\nEND`, '');
  }

  /** Same as `foldout run --check`: type-checks the script, then runs it against the tools. */
  async run(file: string): Promise<string> {
    await using sandbox = new Sandbox({ workers: 1 });
    const code = await readFile(this.#at(file), 'utf8');
    const { output, error } = await codeRunner(sandbox).run(code, { engine: this.#engine, check: true });
    this.#ran(`foldout run --check ${file}`, error ? error.message : output);
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return output;
  }

  #ran(command: string, printed: string): void {
    const [what = ''] = command.split('\n');
    this.#conversation.add(what, { written: { name: SHELL_TOOL.name, arguments: { command } }, read: printed });
  }

  #at(path: string): string {
    return join(this.#root, ...path.split('/'));
  }
}
