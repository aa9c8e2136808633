import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../seeded-random.ts';
import type { Assignment, CallRecord } from '../assignment.ts';
import { nextCall } from '../call-plan.ts';
import { SoakClient } from '../soak-client.ts';

// Some clients in a process of their own, so that the soak can kill them. The first message is the assignment; every
// call is sent back as a record.
process.once('message', (assignment: Assignment) => void runAll(assignment));
// The soak has ended or was killed.
process.once('disconnect', () => process.exit(1));

async function runAll(assignment: Assignment): Promise<void> {
  await Promise.all(assignment.eras.map((_, number) => runOne(assignment, number)));
  process.exit(0);
}

async function runOne({ url, eras, seed, ...plan }: Assignment, number: number): Promise<void> {
  const random = seededRandom(seed * 1_000 + number);
  const client = new SoakClient(url, eras[number] ?? 'legacy', (record: CallRecord) => process.send?.(record));
  for (let made = 0; made < plan.maxCalls; made += 1) {
    await sleep(plan.paceMs * (0.5 + random()));
    if (Date.now() >= plan.endsAt) break;
    const call = nextCall(plan.shares, random);
    if (call) await client.call(call);
  }
  await client.close();
}
