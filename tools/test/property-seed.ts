import fc from 'fast-check'

/**
 * The seed of every property test. A fixed seed makes failures reproducible and attributable to a change.
 * `npm test -- --long` searches for new cases with a random seed, which fast-check prints on failure.
 */
const SEED = 20_261_121

if (!process.env.LONG) fc.configureGlobal({ seed: SEED })
