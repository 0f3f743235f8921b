import type { PathSegments } from '../../api/path.ts'
import { readMembers } from '../../api/read-members.ts'
import { isMessage, type MessageSpan, type MessageSpans } from './message-spans.ts'

/** The value at a path of a message; undefined if a step is missing. Messages on the way are not decoded. */
export function readMessagePath(spans: MessageSpans, message: MessageSpan, path: PathSegments): unknown {
  const last = path.length - 1
  let at = message
  for (let step = 0; step <= last; step++) {
    const found = spans.find(at, path[step] ?? '')
    if (!found) return undefined
    const { member, span } = found
    const below = step < last && isMessage(member) ? spans.message(member, span) : undefined
    if (!below) {
      const value = spans.value(member, span)
      return step === last ? value : readMembers(value, path.slice(step + 1))
    }
    at = below
  }
  return undefined
}
