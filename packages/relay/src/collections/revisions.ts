import { compareResourceVersions } from '@kube-informer/core'

/** A resourceVersion that can be compared, of at most 64 bits. */
const COMPARABLE = /^[1-9][0-9]{0,19}$/

/** Whether the first resourceVersion is older than the second; false if one of them cannot be compared. */
export const isOlder = (a: string, b: string): boolean =>
  COMPARABLE.test(a) && COMPARABLE.test(b) && compareResourceVersions(a, b) < 0
