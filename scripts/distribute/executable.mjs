// One file that runs without an installed Node: a Node single executable application (SEA).
//
// Why SEA and not a packer: pkg and nexe patch or pin Node and lag behind its releases, and a compiler of another runtime
// (`bun build --compile`, `deno compile`) would change what the sandbox of `run_code` rests on, Node's permission model. SEA is part of
// Node. It cannot load packages from inside of the file, so the application is an archive in it: the first start unpacks it into
// the user's cache, together with a copy of this Node, and every start hands over to that Node.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import postject from 'postject';
import { listFiles } from './list-files.mjs';
import { VERSION, withStaged } from './staged.mjs';

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

export async function buildExecutable(out) {
  mkdirSync(out, { recursive: true });
  const file = join(out, process.platform === 'win32' ? 'foldout.exe' : 'foldout');
  const scratch = mkdtempSync(join(tmpdir(), 'foldout-sea-'));
  try {
    const archive = join(scratch, 'app.bin');
    await withStaged(async (app) => writeFileSync(archive, archiveOf(app)));
    const main = join(scratch, 'launcher.cjs');
    cpSync(join(import.meta.dirname, 'launcher.cjs'), main);
    const blob = join(scratch, 'sea.blob');
    const config = join(scratch, 'sea.json');
    const assets = { app: archive };
    const options = { main, output: blob, assets, disableExperimentalSEAWarning: true, useCodeCache: false };
    writeFileSync(config, JSON.stringify(options));
    execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
    rmSync(file, { force: true });
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file]);
    const segment = process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {};
    await postject.inject(file, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: FUSE, ...segment });
    if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', file]);
    return file;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Version, table of contents and contents of all files. The launcher reads it without a library. */
function archiveOf(app) {
  const files = listFiles(app).filter((path) => !/\.(d\.ts|d\.mts|d\.cts|map|md)$/.test(path));
  const contents = files.map((path) => readFileSync(path));
  const table = files.map((path, index) => [relative(app, path).split(sep).join('/'), contents[index].length]);
  const head = Buffer.from(JSON.stringify({ version: VERSION, files: table }));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length);
  return gzipSync(Buffer.concat([size, head, ...contents]), { level: 9 });
}
