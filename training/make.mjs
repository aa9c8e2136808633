// node training/make.mjs --catalogs DIR --sets DIR
// The whole chain in its order, from a clean checkout: word vectors without each fold and with all servers, ranker, calibration, gap.
// Prints the SHA-256 of what it made: the same input gives the same files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDS } from './folds.mjs';

const ROOT = join(import.meta.dirname, '..');
const MADE = [
  'packages/core/models/words.fvt',
  'packages/core/src/search/ranker/ranking-model.ts',
  'packages/core/src/search/ranker/confidence-model.ts',
];
const args = process.argv.slice(2);
const catalogs = args.includes('--catalogs')
  ? args.slice(args.indexOf('--catalogs'), args.indexOf('--catalogs') + 2)
  : [];

function run(command, ...rest) {
  console.error(`\n${[command, ...rest].join(' ')}`);
  execFileSync(command, rest, { cwd: ROOT, stdio: 'inherit' });
}

run('npm', 'run', 'build');
for (let fold = 0; fold < FOLDS; fold++) run('node', 'training/train.mjs', ...catalogs, '--without-fold', String(fold));
run('node', 'training/train.mjs', ...catalogs);
run('node', 'training/rank.mjs', ...args);
// The calibration is fitted on what the new ranker puts first.
run('npm', 'run', 'build');
run('node', 'training/calibrate.mjs', ...args);
run('npm', 'run', 'build');
run('node', 'training/cross-validate.mjs', ...args);
for (const file of MADE)
  console.log(
    createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex'),
    file,
  );
