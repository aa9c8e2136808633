import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateFolder } from '@foldout/gateway/catalog';
import { openUsage } from '@foldout/usage';
import { chooseConfig } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { gatherStats } from '../measuring/gather-stats.ts';
import { statsText } from '../measuring/stats-text.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { isTerminal, note, print, printJson } from '../output/terminal.ts';

export interface StatsOptions {
  readonly config?: string;
  readonly days?: number;
  readonly json?: boolean;
}

const DAYS = 7;

/** What it was worth: tokens saved, what is used, what was not found, what is slow. */
export async function stats({ config, days = DAYS, json }: StatsOptions): Promise<void> {
  const place = usagePlace(config);
  const isNew = !place.includes('://') && !existsSync(place);
  const usage = openUsage(isNew ? 'memory' : place, { warn: note });
  try {
    const gathered = await gatherStats(usage.reports, days, Date.now());
    if (json) printJson(gathered);
    else print(statsText(gathered, isTerminal));
  } finally {
    await usage.close();
  }
  if (isNew) note(`nothing was noted yet: figures come with use. Next: ${typed('serve --http')}`);
}

/** Use is noted beside the other state, also where no configuration is at hand any more. */
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
