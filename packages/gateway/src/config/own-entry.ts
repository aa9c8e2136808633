import type { Raw } from './client-fields.ts';

const PROGRAM = /(^|[\\/])foldout(\.(cmd|exe|ps1|m?js))?$/i;
const PACKAGE = /^(foldout|@foldout\/(cli|gateway))(@[^/]*)?$/;
/** What runs a script or a package: its arguments say which. Those of another server are its own business. */
const RUNNER = /(^|[\\/])(node|bun|bunx|deno|tsx|npx|npm|pnpx|pnpm|yarn|cmd|env)(\.(cmd|exe))?$/i;

/** `npm exec foldout`, `cmd /c npx foldout`. */
const SUBCOMMAND = /^(exec|x|dlx|run|\/c)$/i;

/** Whether a server is a gateway of ours: one that has itself for a server would start itself for ever. */
export function isFoldout(name: string, server: Raw): boolean {
  return startsFoldout(server) || (name === 'foldout' && server['url'] !== undefined);
}

export function startsFoldout({ command, args }: Raw): boolean {
  const program = String(command);
  if (PROGRAM.test(program)) return true;
  if (!RUNNER.test(program) || !Array.isArray(args)) return false;
  const started =
    args.map(String).find((arg) => !arg.startsWith('-') && !RUNNER.test(arg) && !SUBCOMMAND.test(arg)) ?? '';
  return PROGRAM.test(started) || PACKAGE.test(started);
}
