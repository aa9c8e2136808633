/** The longest time of spinning without a pause, so that the burning is spread evenly. */
const SLICE_MS = 10;
/** Waking up costs CPU time too: more often, and an idle process would burn more than its share. */
const PAUSE_MS = 50;

// node burn.js <share of one core> <milliseconds> <mark>: burns CPU time and does nothing else.
const [share = 0, lifeMs = 0] = process.argv.slice(2, 4).map(Number);
const began = performance.now();

// The soak has ended or was killed.
process.stdin.resume().on('end', () => process.exit(0));
burn();

function burn(): void {
  const age = performance.now() - began;
  if (age > lifeMs) process.exit(0);
  const until = performance.now() + SLICE_MS;
  while (burnedMs() < share * age && performance.now() < until);
  setTimeout(burn, burnedMs() < share * age ? 0 : PAUSE_MS);
}

function burnedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
