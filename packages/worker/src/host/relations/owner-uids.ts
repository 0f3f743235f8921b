import { type Row, rowAccess } from '@kube-informer/core'

const OWNERS = ['metadata', 'ownerReferences']
const NONE: readonly string[] = Object.freeze([])

/** The uids of a row's owners, each once: the controller first, the others in their order. A broken row has none. */
export function ownerUids(row: Row): readonly string[] {
  const owners = read(row, OWNERS)
  if (!Array.isArray(owners)) return NONE
  const references = owners.filter(isReference)
  const controllers = references.filter(({ controller }) => controller === true)
  return [...new Set([...controllers, ...references].map(({ uid }) => uid))]
}

const ABOUT = [
  ['involvedObject', 'uid'],
  ['regarding', 'uid'],
]

/** The uid of the object that an Event is about, in either version of the API. */
export function eventUids(row: Row): readonly string[] {
  const uid = ABOUT.map(path => read(row, path)).find(isUid)
  return uid === undefined ? NONE : [uid]
}

const TIMES = [
  ['series', 'lastObservedTime'],
  ['lastTimestamp'],
  ['deprecatedLastTimestamp'],
  ['eventTime'],
  ['metadata', 'creationTimestamp'],
]

/** When an Event was last seen, in ms since the epoch; 0 if it does not say. */
export function eventTime(row: Row): number {
  for (const path of TIMES) {
    const value = read(row, path)
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (!Number.isNaN(time)) return time
  }
  return 0
}

/** The text of a row may be broken. The page names such rows. */
function read(row: Row, path: readonly string[]): unknown {
  try {
    return rowAccess.readPath(row, path)
  } catch {
    return undefined
  }
}

interface Reference {
  readonly uid: string
  readonly controller?: unknown
}

const isUid = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'uid' in value && isUid(value.uid)
