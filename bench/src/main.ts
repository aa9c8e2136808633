// `npm run bench -- NAME …`: every benchmark is a folder with a `run`.
const [name = '', ...args] = process.argv.slice(2);
const BENCHES = ['retrieval', 'search-speed', 'tokens'];
if (!BENCHES.includes(name)) {
  process.stderr.write(`There is no benchmark '${name}'. Try one of: ${BENCHES.join(', ')}.\n`);
  process.exit(1);
}
const { run } = (await import(`./${name}/run.js`)) as { run: (args: readonly string[]) => Promise<void> };
await run(args);
