// What the packages of this repository share, at most 5 names. Not part of the public API: any release may change or remove
// them, so packages depend on each other by exact version.
export {
  countsOf,
  indexTarget,
  objectOptions,
  type SubscriptionOptions,
  subscriptionOf,
} from './api/subscription-of.ts'
