// Utilities that the packages of this repository share, at most 15 names. Not part of the public API: any release may change
// or remove them, so packages depend on each other by exact version.
export { errorMessage } from '../api/error-message.ts'
export { onAbort } from '../api/on-abort.ts'
export { parseUrl } from '../api/parse-url.ts'
export { abortable } from './abortable.ts'
export { BinaryHeap } from './binary-heap.ts'
export { ExpiringMap } from './expiring-map.ts'
export { groupBy } from './group-by.ts'
export { callSafely, ListenerSet } from './listener-set.ts'
export { randomId, randomToken } from './random-id.ts'
export { SteadyTime } from './steady-time.ts'
export { Timer } from './timer.ts'
export { type Resolvers, withResolvers } from './with-resolvers.ts'
