// Paths of values in objects, and of requests.
export { type PathSegments, parsePath, readPath } from './api/path.ts'
export type { PathStep, ValuePath } from './api/path-step.ts'
export { urlBelow } from './api/url-below.ts'
export { parseValuePath } from './api/value-path.ts'
