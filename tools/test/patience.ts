import { vi } from 'vitest'

/** How long `vi.waitFor` waits without a timeout of its own; as `expect.poll` in vitest.config.ts. */
const TIMEOUT_MS = 20_000

const { waitFor } = vi
const waitForLonger: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options })

// By default 1 s, which a busy machine exceeds, and Vitest has no option for it. Test files that share modules share `vi`.
if (waitFor.name !== waitForLonger.name) vi.waitFor = waitForLonger
