#!/usr/bin/env node
// npm links this file when it installs, before anything is built; it must therefore be checked in.
import { existsSync } from 'node:fs';

const command = new URL('../dist/bundle/main.js', import.meta.url);
if (existsSync(command)) {
  await import(command.href);
} else {
  process.stderr.write('foldout: the command line is not built. Run: npm run build\n');
  process.exitCode = 1;
}
