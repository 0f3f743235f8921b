// Primitives that the packages of this repository share. Not part of the public API: any release may change or remove
// them.
export { errorMessage } from '../api/error-message.ts'
export {
  type FieldRequirement,
  formatFieldRequirements,
  parseFieldRequirements,
} from '../api/field-selector.ts'
export { holdsCredentials } from '../api/holds-credentials.ts'
export type { LabelOperator, LabelRequirement } from '../api/label-requirement.ts'
export { formatLabelRequirements, parseLabelRequirements } from '../api/label-requirements.ts'
export type { GrantedLock, LockRequestOptions } from '../api/lock-manager.ts'
export { onAbort } from '../api/on-abort.ts'
export { parseUrl } from '../api/parse-url.ts'
export { type PathSegments, parsePath, readPath } from '../api/path.ts'
export type { PathScalar, ValuePath } from '../api/path-step.ts'
export { describeLocation, groupResource, resourceName } from '../api/resource.ts'
export { matchLabelRequirements } from '../api/selectors.ts'
export { parseValuePath } from '../api/value-path.ts'
export { readsThroughAccess } from '../cache/store/index-function.ts'
export { trimmedRow } from '../client/trimmed-row.ts'
export { findPath, skipSpace, skipValue, stringAt } from '../json/json-text.ts'
export { type PathValue, type PathVisitor, ValueReader } from '../row/value-reader.ts'
export { abortable } from './abortable.ts'
export { BinaryHeap, type BinaryHeapOptions } from './binary-heap.ts'
export { ExpiringMap } from './expiring-map.ts'
export { groupBy } from './group-by.ts'
export { callSafely, ListenerSet } from './listener-set.ts'
export { type HeldLock, type HoldLockOptions, holdLock, lockReleased } from './locks.ts'
export { randomId, randomToken } from './random-id.ts'
export { SteadyTime } from './steady-time.ts'
export { Timer } from './timer.ts'
export { type Resolvers, withResolvers } from './with-resolvers.ts'
