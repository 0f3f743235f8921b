import fc from 'fast-check'

/**
 * The seed of every property test, so that a run that fails has failed because of a change, and fails again.
 * `npm run test:long` looks for new cases: it draws a seed, which fast-check prints with what it found.
 */
const SEED = 20_261_121

if (!process.env.LONG) fc.configureGlobal({ seed: SEED })
