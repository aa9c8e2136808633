#!/usr/bin/env node
import { COMMANDS } from './commands.ts';
import { fail } from './output/fail.ts';
import { createProgram } from './program.ts';

try {
  await createProgram(COMMANDS).parseAsync();
} catch (error) {
  fail(error, process.argv.includes('--debug'));
}
