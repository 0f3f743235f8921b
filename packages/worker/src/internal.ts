// What the packages of this repository share, at most 11 names. Not part of the public API: any release may change or remove
// them, so packages depend on each other by exact version.
export { definitionsFingerprint } from './api/definition.ts'
export {
  countsOf,
  indexTarget,
  objectOptions,
  type SubscriptionOptions,
  subscriptionOf,
} from './api/subscription-of.ts'
// What a page shows until its host has answered.
export { UNKNOWN_ACCESS } from './page/observed-access.ts'
export { INITIAL_STATE as INITIAL_DISCOVERY_STATE } from './page/observed-discovery.ts'
export { UNKNOWN_NAMESPACES } from './page/observed-namespaces.ts'
export { INITIAL_STATE as INITIAL_RELATED_STATE } from './page/related-replica.ts'
export { INITIAL_STATE as INITIAL_SLICE_STATE } from './page/replica.ts'
