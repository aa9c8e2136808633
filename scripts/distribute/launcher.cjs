// The main script of the single executable: unpacks the application once, and hands over to it.
const { createHash } = require('node:crypto');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { getRawAsset } = require('node:sea');
const { gunzipSync } = require('node:zlib');

/** Node starts the script inside of the file if the last character is 1. */
const FUSE = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2:1'].join('_');

function cacheFolder() {
  const { FOLDOUT_CACHE, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (FOLDOUT_CACHE) return FOLDOUT_CACHE;
  if (process.platform === 'win32')
    return path.join(LOCALAPPDATA || path.join(os.homedir(), 'AppData', 'Local'), 'foldout');
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches', 'foldout');
  return path.join(XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'foldout');
}

function unpack(folder, archive) {
  const beside = `${folder}.${process.pid}`;
  fs.rmSync(beside, { recursive: true, force: true });
  const bytes = gunzipSync(archive);
  const size = bytes.readUInt32BE(0);
  const { files } = JSON.parse(bytes.toString('utf8', 4, 4 + size));
  let at = 4 + size;
  for (const [name, length] of files) {
    const file = path.join(beside, ...name.split('/'));
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, bytes.subarray(at, at + length));
    at += length;
  }
  writeNode(path.join(beside, nodeName()));
  try {
    fs.renameSync(beside, folder);
  } catch (error) {
    // Another process was first.
    fs.rmSync(beside, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

/** A copy of this file with the fuse out is a plain Node, for this program and for the processes that it starts. */
function writeNode(file) {
  const bytes = fs.readFileSync(process.execPath);
  const at = bytes.indexOf(FUSE);
  if (at === -1) throw new Error('this executable has no fuse');
  bytes[at + FUSE.length - 1] = 0x30;
  fs.writeFileSync(file, bytes, { mode: 0o700 });
  if (process.platform === 'darwin') {
    require('node:child_process').execFileSync('codesign', ['--force', '--sign', '-', file]);
  }
}

function nodeName() {
  return process.platform === 'win32' ? 'node.exe' : 'node';
}

const archive = Buffer.from(getRawAsset('app'));
const hash = createHash('sha256').update(archive).digest('hex').slice(0, 16);
const folder = path.join(cacheFolder(), `app-${process.platform}-${process.arch}-${hash}`);
if (!fs.existsSync(path.join(folder, nodeName()))) unpack(folder, archive);
const node = path.join(folder, nodeName());
// What `connect` writes into the files of clients.
process.env.FOLDOUT_EXECUTABLE = process.execPath;
const args = [path.join(folder, 'node_modules', 'foldout', 'bin', 'foldout.js'), ...process.argv.slice(2)];
if (process.execve && process.platform !== 'win32') {
  process.execve(node, [node, ...args], process.env);
} else {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, 'SIGKILL') : process.exit(code)));
}
