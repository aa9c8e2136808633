import type { FoldoutServer } from '@foldout/server';
import { START_SCHEDULE, scheduleOnce } from '../cache/start-schedule.ts';

/**
 * Resolves when the first `tools/list` has been answered, or soon. Servers that start earlier take processor time from that
 * answer, and some clients drop a server that has not answered after one second.
 */
export async function firstList(server: FoldoutServer): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = scheduleOnce(START_SCHEDULE.startServers, resolve);
    const unsubscribe = server.on('tools:list', () => {
      unsubscribe();
      cancel();
      // After the answer is written.
      setImmediate(resolve);
    });
  });
}
