// Draws the terminal pictures of the README from real runs of the binary, in a pseudo-terminal, on a sample machine:
// node scripts/terminal-pictures.mjs, after a build.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openStore } from '../packages/usage/dist/index.js';
import { runInPseudoTerminal } from './pseudo-terminal.mjs';
import { screenOf } from './terminal-screen.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const binary = join(root, 'packages', 'cli', 'dist', 'bundle', 'main.js');
const pictures = join(root, 'docs', 'pictures');
const COLUMNS = 100;

/** Name of the picture → the command to run, and the answers to its questions. */
const SCENES = [
  ['import', 'foldout import', [{ after: 'Write 4 servers', type: 'y' }]],
  ['search', 'foldout search put money back on the card', []],
  ['stats', 'foldout stats', []],
];

const home = realpathSync(mkdtempSync(join(tmpdir(), 'foldout-pictures-')));
try {
  await furnish(home);
  const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC' };
  mkdirSync(pictures, { recursive: true });
  for (const [name, line, answers] of SCENES) {
    const args = line.split(' ').slice(1);
    const options = { cwd: join(home, 'work'), env, columns: COLUMNS, answers };
    const { code, written } = await runInPseudoTerminal([process.execPath, binary, ...args], options);
    if (code !== 0) throw new Error(`'${line}' ended with ${code}:\n${written}`);
    writeFileSync(join(pictures, `${name}.svg`), drawn(line, screenOf(written.replaceAll(home, '~'))));
    process.stderr.write(`${join('docs', 'pictures', name)}.svg\n`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** A sample home folder: two clients, four real servers and a week of usage. */
async function furnish(folder) {
  const servers = {
    shop: [join(root, 'examples', 'shop', 'dist', 'main.js'), '--stdio', '--strategy', 'individual'],
    memory: [modulePath('server-memory')],
    files: [modulePath('server-filesystem'), '.'],
    everything: [modulePath('server-everything')],
  };
  mkdirSync(join(folder, 'work', 'mcp'), { recursive: true });
  mkdirSync(join(folder, '.cursor'));
  mkdirSync(join(folder, '.codeium', 'windsurf'), { recursive: true });
  const entries = Object.entries(servers).map(([name, [file, ...args]]) => {
    // The picture must not contain paths of this machine.
    writeFileSync(
      join(folder, 'work', 'mcp', `${name}.mjs`),
      `process.argv[1] = ${JSON.stringify(file)};\nawait import(${JSON.stringify(pathToFileURL(file).href)});\n`,
    );
    return [name, { command: 'node', args: [`mcp/${name}.mjs`, ...args] }];
  });
  const write = (file, some) => {
    writeFileSync(join(folder, file), JSON.stringify({ mcpServers: Object.fromEntries(some) }));
  };
  write(join('.cursor', 'mcp.json'), entries);
  write(join('.codeium', 'windsurf', 'mcp_config.json'), entries.slice(1, 3));
  await noteUse(join(folder, '.foldout', 'usage.db'));
}

function modulePath(name) {
  return join(root, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js');
}

async function noteUse(file) {
  mkdirSync(dirname(file), { recursive: true });
  const store = openStore(file);
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const tools = [
    ['shop', 'order-find', 38, 9],
    ['files', 'read_text_file', 6, 7],
    ['memory', 'search_nodes', 3, 5],
    ['shop', 'payment-refund', 210, 2],
  ];
  const events = [];
  const tokens = [];
  const searches = [];
  for (const [back, busy] of [5, 9, 7, 3, 8, 6, 4].entries()) {
    const at = today - back * 86_400_000;
    for (const [server, tool, latencyMs, often] of tools) {
      for (let count = 0; count < Math.ceil((busy * often) / 3); count++) {
        const success = !(tool === 'payment-refund' && count === 3);
        events.push({ at, session: `s${back}`, server, tool, access: 'call', previous: [], success, latencyMs });
      }
    }
    tokens.push({ at, client: 'cursor-vscode', listed: busy * 18_425, sent: busy * 2_100 });
    tokens.push({ at, client: 'windsurf', listed: busy * 5_300, sent: busy * 1_450 });
    for (let count = 0; count < busy; count++) searches.push({ at, empty: count === 7 });
  }
  await store.append({ id: 'sample', events, tokens, searches });
  await store.close();
}

function drawn(typed, lines) {
  const [cell, height, pad, top] = [7.8, 18, 16, 44];
  const all = [prompt(typed), ...lines];
  const width = Math.round(COLUMNS * cell + 2 * pad);
  const whole = top + all.length * height + pad;
  const texts = all.map((cells, row) => {
    const spans = runsOf(cells).map(({ text, look, from }) => {
      return `<tspan x="${(pad + from * cell).toFixed(1)}"${classOf(look)}>${escaped(text)}</tspan>`;
    });
    return `<text y="${top + row * height}">${spans.join('')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" role="img" aria-label="${escaped(typed)}">
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}.d{fill:#8b949e}.b{font-weight:700}.r{fill:#ff7b72}.g{fill:#7ee787}.y{fill:#e3b341}.c{fill:#79c0ff}.m{fill:#d2a8ff}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<circle cx="20" cy="18" r="5" fill="#ff5f57"/><circle cx="38" cy="18" r="5" fill="#febc2e"/><circle cx="56" cy="18" r="5" fill="#28c840"/>
${texts.join('\n')}
</svg>
`;
}

function prompt(typed) {
  return [...`$ ${typed}`].map((sign, index) => ({ sign, look: index === 0 ? [32] : [1] }));
}

/** Merges adjacent cells of the same style, and drops spaces at the ends of lines. */
function runsOf(cells) {
  const runs = [];
  cells.forEach(({ sign, look }, column) => {
    const last = runs.at(-1);
    const key = look.join();
    if (last && last.key === key) last.text += sign;
    else runs.push({ key, look, from: column, text: sign });
  });
  return runs.filter(({ text }) => text.trim() !== '').map((run) => ({ ...run, text: run.text.trimEnd() }));
}

function classOf(look) {
  const names = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 34: 'c', 35: 'm', 36: 'c', 90: 'd' };
  const classes = [...new Set(look.map((code) => names[code]).filter(Boolean))];
  return classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
