import type { UseUnreadErrors } from './unread-errors.ts'

/** What bundles for production contain in place of the warnings of development: see `imports` of package.json. */
export const useUnreadErrors: UseUnreadErrors = result => result
