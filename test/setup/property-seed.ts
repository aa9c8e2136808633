import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that a failure can be repeated and says something about the change
 * at hand. `FOLDOUT_SEED=random` looks for new counterexamples; fast-check prints the seed of each.
 */
const given = process.env['FOLDOUT_SEED'];
if (given !== 'random') fc.configureGlobal({ seed: Number(given ?? 20_260_728) });
