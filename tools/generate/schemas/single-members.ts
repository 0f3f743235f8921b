import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'

/** A type and its location. */
interface Stop {
  readonly type: string
  readonly wrap: (value: unknown) => Record<string, unknown>
}

/** Types that are not expanded. */
const OPAQUE = /\.(ObjectMeta|ListMeta|RawExtension|FieldsV1|JSON|JSONSchemaPropsOr\w+)$/
const OF_TYPES: readonly (readonly [end: RegExp, values: readonly unknown[]])[] = [
  [/\.Quantity$/, ['1500m']],
  [/\.IntOrString$/, [7, 'x']],
  [/\.MicroTime$/, ['2024-01-01T00:00:00.123456Z']],
  [/\.Time$/, ['2024-01-01T00:00:00Z']],
]

/**
 * Objects of a kind, each with a value for one member of one type only. Skips the types in `seen`, and adds those of
 * this kind to it.
 */
export function* singleMembers(
  types: OpenAPITypes,
  kind: string,
  seen: Set<string>,
): Generator<Record<string, unknown>> {
  const stops: Stop[] = [{ type: kind, wrap: value => ({ ...Object(value) }) }]
  for (let stop = stops.shift(); stop; stop = stops.shift()) {
    // The spec of a Pod behaves differently from that of a Pod template.
    const key = stop.type.endsWith('.PodSpec') ? `${kind} ${stop.type}` : stop.type
    if (seen.has(key)) continue
    seen.add(key)
    const { type, wrap } = stop
    for (const [name, node] of Object.entries(types.get(type)?.properties ?? {})) {
      if (type === kind && ['apiVersion', 'kind', 'metadata'].includes(name)) continue
      const inner = node.items ?? node.additionalProperties
      const within = (value: unknown) => wrap({ [name]: node.items ? [value] : inner ? { k: value } : value })
      for (const value of valuesOf(inner ?? node)) yield within(value)
      const next = referenceOf(inner ?? node)
      if (next && types.get(next)?.properties && !OPAQUE.test(next)) stops.push({ type: next, wrap: within })
    }
  }
}

function valuesOf(node: OpenAPISchema): readonly unknown[] {
  const reference = referenceOf(node)
  if (reference) {
    if (OPAQUE.test(reference)) return []
    return OF_TYPES.find(([end]) => end.test(reference))?.[1] ?? [{}]
  }
  if (node.enum) return node.enum
  const { type, format } = node
  if (type === 'string') return [format === 'byte' ? 'YQ==' : 'x']
  if (type === 'integer') return [5]
  return type === 'boolean' ? [true] : type === 'number' ? [1.5] : []
}
