/** A skill as a folder: `SKILL.md` and what it refers to. What an MCP server needs to serve it. */
export interface Skill {
  /** The folder's name, too. */
  readonly name: string;
  readonly description: string;
  /** Path in the folder → text. */
  readonly files: Readonly<Record<string, string>>;
}

/** The Agent Skills format: front matter that tells when to use it, then what to do. */
export function skill(name: string, description: string, body: string): Skill {
  const head = ['---', `name: ${name}`, `description: ${JSON.stringify(description)}`, '---'];
  return { name, description, files: { 'SKILL.md': `${head.join('\n')}\n\n${body.trim()}\n` } };
}
