/** A command line for the user to type, with the prefix that this process was started with. */
export function typed(rest: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const event = env['npm_lifecycle_event'];
  if (event === 'foldout') return `npm run foldout -- ${rest}`;
  return event === 'npx' ? `npx foldout ${rest}` : `foldout ${rest}`;
}
