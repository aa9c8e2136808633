/** An agent skill: the files of its folder, with `SKILL.md` as the main one. */
export interface Skill {
  /** The name of the skill and of its folder. */
  readonly name: string;
  readonly description: string;
  /** Path in the folder → text. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes `SKILL.md` in the Agent Skills format: front matter with the description, then the instructions. */
export function skill(name: string, description: string, body: string): Skill {
  const head = ['---', `name: ${name}`, `description: ${JSON.stringify(description)}`, '---'];
  return { name, description, files: { 'SKILL.md': `${head.join('\n')}\n\n${body.trim()}\n` } };
}
