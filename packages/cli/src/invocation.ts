/** How this program was called, so that a next step can be typed as it is shown. */
export function typed(rest: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env['npm_lifecycle_event'] === 'foldout' ? `npm run foldout -- ${rest}` : `foldout ${rest}`;
}
