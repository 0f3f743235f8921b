/** What each value and each name of a member costs besides its text. */
const VALUE_SIZE = 8

/** The approximate size of a message in characters. Counting stops beyond `limit`, so that cycles and huge values end. */
export function messageSize(message: unknown, limit: number): number {
  let size = 0
  const waiting: unknown[] = [message]
  while (waiting.length > 0 && size <= limit) {
    const value = waiting.pop()
    size += VALUE_SIZE + ownSize(value)
    let counted = size
    for (const member of membersOf(value)) {
      counted += VALUE_SIZE
      if (counted > limit) return counted
      waiting.push(member)
    }
  }
  return size
}

function ownSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0
}

/** The members of an object with their names, and of any container that can be cloned. */
function* membersOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) yield* value
  else for (const member of Object.entries(value)) yield* member
}
