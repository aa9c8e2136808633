import { DefinitionError } from '@foldout/core';
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

/** Serves skills by the protocol's extension for them, and each file as a resource: `skill://<name>/SKILL.md`. */
export function servedSkills(skills: readonly SkillFolder[]): SkillsExtension {
  for (const skill of skills) check(skill);
  return new SkillsExtension({ source: sourceOf(skills) });
}

function sourceOf(skills: readonly SkillFolder[]): SkillSource {
  const files = new Map(
    skills.flatMap(({ name, files }) =>
      Object.entries(files).map(([path, text]) => [uriOf(name, path), { text, mimeType: mimeTypeOf(path) }] as const),
    ),
  );
  // Digests are computed when first asked for, and once.
  let made: Promise<Awaited<ReturnType<typeof skillEntry>>[]> | undefined;
  const entries = () => {
    made ??= Promise.all(skills.map(({ name, files }) => skillEntry(name, { ...files })));
    return made;
  };
  return {
    list: async () => ({ skills: await entries() }),
    get: async (uri) => (await entries()).find((entry) => entry.uri === uri),
    read: async (uri) => files.get(uri),
    listResources: async () =>
      skills.map(({ name, description }) => ({
        uri: uriOf(name, 'SKILL.md'),
        name,
        description,
        mimeType: mimeTypeOf('SKILL.md'),
      })),
  };
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
