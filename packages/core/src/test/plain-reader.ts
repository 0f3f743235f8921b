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

/** What a watch says up to its first broken line; a last line without its end says nothing. */
export function plainWatch(bytes: Uint8Array): {
  readonly events: readonly PlainEvent[]
  readonly broken: boolean
} {
  const lines = new TextDecoder().decode(bytes).split('\n').slice(0, -1)
  const events: PlainEvent[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const event = parse(line)
    if (!isEvent(event)) return { events, broken: true }
    events.push(event)
  }
  return { events, broken: false }
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
