/** A command line for the user to type, with the prefix that this process was started with. */
export function typed(rest: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const event = env['npm_lifecycle_event'];
  if (event === 'foldout') return `npm run foldout -- ${rest}`;
  return event === 'npx' ? `npx foldout ${rest}` : `foldout ${rest}`;
}

/** A word of a command line for the user to type, in quotes if a shell would change it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
