import { UsageError } from '@kube-informer/core'

/** What each value and each name of a member costs besides its text. */
const VALUE_SIZE = 8
/** The most objects of a message. */
const MAX_OBJECTS = 1_000_000
/** How often a message that is too large may have what it shares, on average. */
const MAX_SHARING = 100
/** The size of an object whose members are being read. */
const UNKNOWN = -1

/** Why a message is not measured to its end: it contains itself, too many objects, or the same ones too often. */
export class UnmeasurableError extends UsageError {}

/** An object whose members are being read, and the total before them. */
interface Open {
  readonly object: object
  readonly members: Iterator<unknown>
  readonly before: number
}

/**
 * The approximate size of a message as text, in characters. What several members share counts with each, as it would be
 * written, but is visited once: the time is linear in the number of objects. Counting stops beyond `limit`.
 *
 * @param onVisit called for each object
 * @throws UnmeasurableError for a cycle, for more than a million objects, and for a few objects whose text is beyond the limit
 */
export function messageSize(message: unknown, limit: number, onVisit?: (object: object) => void): number {
  const sizes = new Map<object, number>()
  // A stack of its own, since a page chooses the depth.
  const open: Open[] = []
  let total = 0
  let repeated = 0

  const add = (value: unknown): void => {
    total += VALUE_SIZE + ownSize(value)
    if (!hasMembers(value)) return
    const known = sizes.get(value)
    if (known === UNKNOWN) throw new UnmeasurableError('the page has sent a message that contains itself')
    if (known !== undefined) {
      total += known
      repeated += known
    } else if (sizes.size >= MAX_OBJECTS)
      throw new UnmeasurableError(`the page has sent a message of more than ${MAX_OBJECTS} objects`)
    else {
      onVisit?.(value)
      sizes.set(value, UNKNOWN)
      open.push({ object: value, members: membersOf(value), before: total })
    }
  }

  add(message)
  for (let last = open.at(-1); last && total <= limit; last = open.at(-1)) {
    const { done, value } = last.members.next()
    if (!done) add(value)
    else {
      sizes.set(last.object, total - last.before)
      open.pop()
    }
  }
  if (total > limit && (total - repeated) * MAX_SHARING < total)
    throw new UnmeasurableError('the page has sent a message that repeats its objects too often')
  return total
}

function ownSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0
}

const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** The members of an object with their names, and of any container that can be cloned. */
function* membersOf(value: object): Generator<unknown> {
  if (Array.isArray(value) || value instanceof Set) yield* value
  else if (value instanceof Map) for (const entry of value) yield* entry
  else for (const [name, member] of Object.entries(value)) yield* [name, member]
}
