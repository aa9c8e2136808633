import { type CatalogReader, DefinitionError } from '@foldout/core';
import { type SkillSource, SkillsExtension, skillEntry } from '@modelcontextprotocol/server/ext/skills';

/** A skill as a folder: `SKILL.md` and what it refers to. */
export interface SkillFolder {
  /** Lower case with hyphens; the name in the front matter of its `SKILL.md`, too. */
  readonly name: string;
  readonly description: string;
  /** Path in the folder → text. */
  readonly files: Readonly<Record<string, string>>;
}

const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_DESCRIPTION = 1_024;

/** Skills of the moment, for those who serve resources of their own beside them. */
export interface SkillResources {
  /** Each `SKILL.md`. */
  list(): { uri: string; name: string; description: string; mimeType: string }[];
  /** Any file of a skill; undefined where there is none. */
  read(uri: string): { text: string; mimeType: string } | undefined;
}

/** Serves skills by the protocol's extension for them, and each file as a resource: `skill://<name>/SKILL.md`. */
export class ServedSkills {
  readonly resources: SkillResources;
  readonly extension: SkillsExtension;

  /** `skills` is asked again with every request: whoever makes them keeps them. */
  constructor(skills: () => readonly SkillFolder[]) {
    const kept = new KeptFor<readonly SkillFolder[], Serving>(serving);
    const now = (): Serving => kept.of(skills());
    this.resources = { list: () => now().listed, read: (uri) => now().files.get(uri) };
    this.extension = new SkillsExtension({ source: sourceOf(now) });
  }
}

interface Serving {
  readonly listed: ReturnType<SkillResources['list']>;
  readonly files: ReadonlyMap<string, { text: string; mimeType: string }>;
  /** Digests are computed when first asked for, and once. */
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

/** What was made of the last input, until another comes. */
class KeptFor<I, O> {
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

/** The skills that a client is served: the same for all, or made of the part of the catalog that exists for it. */
export type SkillsOption = readonly SkillFolder[] | ((catalog: CatalogReader) => readonly SkillFolder[]);

/** Skills that are the same for all are looked at once, and at the start: their author is there to read what is wrong. */
export function skillsServer(skills: SkillsOption): (catalog: CatalogReader) => ServedSkills {
  if (typeof skills === 'function') return (catalog) => new ServedSkills(() => skills(catalog));
  const served = new ServedSkills(() => skills);
  served.resources.list();
  return () => served;
}

/** What hosts would refuse is refused where its author sees it. */
function check({ name, description, files }: SkillFolder): void {
  const problem =
    (!NAME.test(name) && 'needs a name of lower case letters, digits and single hyphens, at most 64') ||
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
