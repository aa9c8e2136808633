#!/usr/bin/env node
// Loads nothing itself: a client that joins the background gateway waits for every module that is loaded here.
const [, , command, ...args] = process.argv;
if (command === 'serve') await (await import('./sharing/serve-shared.ts')).serveShared(args);
await (await import('./run-program.ts')).runProgram();

export {};
