/** A random delay up to ten minutes. */
export const delayMs = (): number => Math.random() * 600_000

/** After this time all are due. */
export const STEP_MS = 660_000
