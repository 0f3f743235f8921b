import { isResourceExpired, isUnexpectedServerError } from '../../api/errors.ts'

/** Whether the server says that a resourceVersion or a continue token has expired. The 410 of a gateway is no reason to list. */
export const isExpired = (error: unknown): boolean =>
  isResourceExpired(error) && !isUnexpectedServerError(error)
