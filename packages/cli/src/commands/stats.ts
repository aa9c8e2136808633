import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateFolder } from '@foldout/gateway/internal/catalog';
import { openUsage } from '@foldout/usage';
import { chooseConfig } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { gatherStats } from '../measuring/gather-stats.ts';
import { statsText } from '../measuring/stats-text.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { isTerminal, note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface StatsOptions extends CommonOptions {
  readonly days?: number;
}

const DAYS = 7;

/** Shows saved tokens, most used tools, searches without results and slow servers. */
export async function stats({ config, days = DAYS, json }: StatsOptions): Promise<void> {
  const place = usagePlace(config);
  const isNew = !place.includes('://') && !existsSync(place);
  await using usage = openUsage(isNew ? 'memory' : place, { warn: note });
  const gathered = await gatherStats(usage.reports, days, Date.now());
  if (json) printJson(gathered);
  else print(statsText(gathered, isTerminal));
  if (isNew) note(`no usage is recorded yet. Figures appear after the gateway was used: ${typed('serve --http')}`);
}

/** The usage database. Without a configuration, the one in the default state folder. */
function usagePlace(named: string | undefined): string {
  try {
    const { config } = chooseConfig(named).loaded;
    return config.database ?? join(config.stateFolder ?? defaultStateFolder(), 'usage.db');
  } catch (error) {
    if (named === undefined && error instanceof CliError && error.exitCode === EXIT.config) {
      return join(defaultStateFolder(), 'usage.db');
    }
    throw error;
  }
}
