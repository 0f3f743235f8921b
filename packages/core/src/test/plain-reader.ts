import type { KubernetesObject } from '../api/object.ts'

/**
 * Reads answers as the simplest client does: all of the text, then `JSON.parse`. What it cannot read is broken; what
 * it can read must mean the same to everybody else.
 */

/** The items of a list; undefined when the answer is broken, or no list of objects that have a name. */
export function plainList(bytes: Uint8Array): readonly KubernetesObject[] | undefined {
  const list = parse(new TextDecoder().decode(bytes))
  if (!isRecord(list) || !isRecord(list.metadata)) return undefined
  const items: unknown = list.items ?? []
  return Array.isArray(items) && items.every(isNamed) ? items : undefined
}

/** An event that the simplest client reads. */
export interface PlainEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: KubernetesObject
}

/** What a watch says up to its first broken event; a last one that is cut off says nothing. */
export function plainWatch(bytes: Uint8Array): {
  readonly events: readonly PlainEvent[]
  readonly broken: boolean
} {
  const text = new TextDecoder().decode(bytes)
  const events: PlainEvent[] = []
  for (let at = skipBlank(text, 0); at < text.length; ) {
    const end = endOfObject(text, at)
    if (end === undefined) return { events, broken: false }
    const event = end === 'broken' ? undefined : parse(text.slice(at, end))
    if (end === 'broken' || !isEvent(event)) return { events, broken: true }
    events.push(event)
    at = skipBlank(text, end)
  }
  return { events, broken: false }
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++
  return at
}

const EVENT = /^\s*\{\s*"(type"\s*:\s*"(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)"|object"\s*:\s*\{).*\n/

/** The end of the object that begins there; undefined if it has none. */
function endOfObject(text: string, from: number): number | 'broken' | undefined {
  if (text[from] !== '{') return 'broken'
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (isQuoted && char === '\\' && text[at + 1] !== '\n') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (char === '\n' && (isQuoted || EVENT.test(text.slice(at + 1)))) return 'broken'
    else if (!isQuoted && '{['.includes(char)) depth++
    else if (!isQuoted && '}]'.includes(char) && --depth === 0) return at + 1
  }
  return undefined
}

const TYPES: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])

const isEvent = (value: unknown): value is PlainEvent =>
  isRecord(value) &&
  TYPES.has(value.type) &&
  (value.type === 'ERROR' || value.type === 'BOOKMARK' ? isRecord(value.object) : isNamed(value.object))

const isNamed = (value: unknown): value is KubernetesObject =>
  isRecord(value) &&
  isRecord(value.metadata) &&
  typeof value.metadata.name === 'string' &&
  value.metadata.name !== ''

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
