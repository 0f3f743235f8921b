export type { AccessAttributes, AccessDecision, Authorize, ReadVerb } from './api/access-attributes.ts'
export type { OnRelayError } from './api/error-reports.ts'
export type { Authenticate, Identity } from './api/identity.ts'
export type {
  AsReader,
  RelayBudgets,
  RelayOptions,
  RelayResource,
  RelayStorage,
} from './api/relay-options.ts'
export { type AccessReviewOptions, accessReview } from './auth/access-review.ts'
export { type TokenReviewOptions, tokenReview } from './auth/token-review.ts'
export { createRelay, type RelayHandle } from './create-relay.ts'
