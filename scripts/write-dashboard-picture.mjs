// Writes docs/pictures/dashboard.png: a screenshot of the dashboard with sample usage, from a real browser.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/dashboard/picture.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, WRITE_DASHBOARD_PICTURE: join(root, 'docs', 'pictures', 'dashboard.png') },
});
process.exitCode = status ?? 1;
