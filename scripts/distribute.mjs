// `npm run distribute -- <what…>`: builds what is not an npm package into `release/`.
//   bundle      foldout.mcpb, for Claude Desktop and `foldout add`
//   plugin      foldout-plugin/, a marketplace with one plug-in for Claude Code
//   executable  foldout (foldout.exe): one file, for this platform and with the Node that runs this script
import { join, resolve } from 'node:path';
import { buildBundle } from './distribute/bundle.mjs';
import { buildExecutable } from './distribute/executable.mjs';
import { buildPlugin } from './distribute/plugin.mjs';

const KINDS = { bundle: buildBundle, plugin: buildPlugin, executable: buildExecutable };
const [first, ...rest] = process.argv.slice(2);
const outAt = rest.indexOf('--out');
const out = resolve(outAt === -1 ? join(import.meta.dirname, '..', 'release') : (rest[outAt + 1] ?? ''));
const wanted = first === undefined ? Object.keys(KINDS) : [first];
const unknown = wanted.find((kind) => !(kind in KINDS));
if (unknown !== undefined) {
  process.stderr.write(`distribute: there is no '${unknown}'. Use ${Object.keys(KINDS).join(', ')}\n`);
  process.exit(2);
}
for (const kind of wanted) {
  const file = await KINDS[kind](out);
  process.stdout.write(`distribute: ${file}\n`);
}
