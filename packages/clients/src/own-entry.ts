import type { JsonObject } from './json.ts';

const PROGRAM = /(^|[\\/])foldout(\.(cmd|exe|ps1|m?js))?$/i;
const PACKAGE = /^(foldout|@foldout\/(cli|gateway))(@[^/]*)?$/;
/** Programs that run a script or a package named in their arguments. The arguments of other programs are not read. */
const RUNNER = /(^|[\\/])(node|bun|bunx|deno|tsx|npx|npm|pnpx|pnpm|yarn|cmd|env)(\.(cmd|exe))?$/i;
/** Arguments before the package name, skipped: `exec` in `npm exec foldout`, `/c` in `cmd /c npx foldout`. */
const SUBCOMMAND = /^(exec|x|dlx|run|\/c)$/i;

/** Whether an entry in a client's file is a Foldout gateway. A gateway that lists itself would start itself without end. */
export function isFoldout(name: string, server: JsonObject): boolean {
  return startsFoldout(server) || (name === 'foldout' && server['url'] !== undefined);
}

export function startsFoldout({ command, args }: JsonObject): boolean {
  const program = String(command);
  if (PROGRAM.test(program)) return true;
  if (!RUNNER.test(program) || !Array.isArray(args)) return false;
  const started =
    args.map(String).find((arg) => !arg.startsWith('-') && !RUNNER.test(arg) && !SUBCOMMAND.test(arg)) ?? '';
  return PROGRAM.test(started) || PACKAGE.test(started);
}
