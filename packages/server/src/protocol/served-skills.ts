import { type CatalogReader, DefinitionError } from '@foldout/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { type SkillSource, SkillsExtension, skillEntry } from '@modelcontextprotocol/server/ext/skills';

/** A skill as a folder: `SKILL.md` and the files it refers to. */
export interface SkillFolder {
  /** Lower case with hyphens; the same name as in the front matter of `SKILL.md`. */
  readonly name: string;
  readonly description: string;
  /** Path in the folder → text. */
  readonly files: Readonly<Record<string, string>>;
}

const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_DESCRIPTION = 1_024;

/** The current skills as resources; for an `extend` that handles resources itself. */
export interface SkillResources {
  /** One resource for each skill: its `SKILL.md`. */
  list(): { uri: string; name: string; description: string; mimeType: string }[];
  /** Reads any file of a skill; undefined if no file has this URI. */
  read(uri: string): { text: string; mimeType: string } | undefined;
}

/** Serves skills with the skills extension of MCP, and each file as a resource: `skill://<name>/SKILL.md`. */
export class ServedSkills {
  readonly resources: SkillResources;
  readonly source: SkillSource;

  /** `skills` is called with every request, and should return the same array until the skills change. */
  constructor(skills: () => readonly SkillFolder[]) {
    const current = new LastValue<readonly SkillFolder[], Serving>(serving);
    const now = (): Serving => current.of(skills());
    this.resources = { list: () => now().listed, read: (uri) => now().files.get(uri) };
    this.source = sourceOf(now);
  }
}

/** Serves the skills of all sources. Of two skills with the same URI, the first counts. */
export function attachSkills(mcp: McpServer, sources: readonly SkillSource[]): void {
  if (sources.length > 0) new SkillsExtension({ source: mergedSource(sources) }).attach(mcp);
}

function mergedSource(sources: readonly SkillSource[]): SkillSource {
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    list: async (params, context) => {
      const lists = await Promise.all(sources.map((source) => source.list(params, context)));
      const byUri = new Map(
        lists.flatMap(({ skills }) => skills.map((skill) => [skill.uri, skill] as const)).reverse(),
      );
      return { skills: [...byUri.values()].reverse() };
    },
    get: (uri, context) => firstOf(sources, (source) => source.get(uri, context)),
    read: (uri, context) => firstOf(sources, (source) => source.read(uri, context)),
    listResources: async (context) => {
      const lists = await Promise.all(sources.map((source) => source.listResources?.(context) ?? []));
      return lists.flat();
    },
  };
}

async function firstOf<T>(
  sources: readonly SkillSource[],
  ask: (source: SkillSource) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const source of sources) {
    const found = await ask(source);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Serving {
  readonly listed: ReturnType<SkillResources['list']>;
  readonly files: ReadonlyMap<string, { text: string; mimeType: string }>;
  /** Computes the digests once, on the first call. */
  entries(): Promise<Awaited<ReturnType<typeof skillEntry>>[]>;
}

function serving(skills: readonly SkillFolder[]): Serving {
  for (const skill of skills) check(skill);
  let made: ReturnType<Serving['entries']> | undefined;
  return {
    listed: skills.map(({ name, description }) => ({
      uri: uriOf(name, 'SKILL.md'),
      name,
      description,
      mimeType: mimeTypeOf('SKILL.md'),
    })),
    files: new Map(
      skills.flatMap(({ name, files }) =>
        Object.entries(files).map(([path, text]) => [uriOf(name, path), { text, mimeType: mimeTypeOf(path) }] as const),
      ),
    ),
    entries: () => {
      made ??= Promise.all(skills.map(({ name, files }) => skillEntry(name, { ...files })));
      return made;
    },
  };
}

function sourceOf(now: () => Serving): SkillSource {
  return {
    list: async () => ({ skills: await now().entries() }),
    get: async (uri) => (await now().entries()).find((entry) => entry.uri === uri),
    read: async (uri) => now().files.get(uri),
    listResources: async () => now().listed,
  };
}

/** Caches the output for the latest input. */
class LastValue<I, O> {
  readonly #make: (input: I) => O;
  #last: { readonly input: I; readonly made: O } | undefined;

  constructor(make: (input: I) => O) {
    this.#make = make;
  }

  of(input: I): O {
    if (this.#last?.input !== input) this.#last = { input, made: this.#make(input) };
    return this.#last.made;
  }
}

/** The skills to serve: the same for all clients, or a function of the client's part of the catalog. */
export type SkillsOption = readonly SkillFolder[] | ((catalog: CatalogReader) => readonly SkillFolder[]);

/** A fixed list is validated at the start, where its author sees the error. */
export function skillsServer(skills: SkillsOption): (catalog: CatalogReader) => ServedSkills {
  if (typeof skills === 'function') return (catalog) => new ServedSkills(() => skills(catalog));
  const served = new ServedSkills(() => skills);
  served.resources.list();
  return () => served;
}

/** Throws for a skill that hosts would refuse to load. */
function check({ name, description, files }: SkillFolder): void {
  const problem =
    (!NAME.test(name) && 'needs a name of at most 64 lower case letters, digits and single hyphens') ||
    (!description.trim() && 'needs a description') ||
    (description.length > LONGEST_DESCRIPTION && `has a description of more than ${LONGEST_DESCRIPTION} characters`) ||
    (!Object.hasOwn(files, 'SKILL.md') && 'needs a file SKILL.md');
  if (problem) throw new DefinitionError(`Skill ${JSON.stringify(String(name).slice(0, 80))} ${problem}.`);
}

function uriOf(name: string, path: string): string {
  return `skill://${name}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function mimeTypeOf(path: string): string {
  return path.endsWith('.md') ? 'text/markdown' : 'text/plain';
}
