import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'

/** The members that a probe sets. */
export type Filling =
  /** Objects, and lists and maps of objects, down to a depth; deeper objects are empty. */
  | { readonly kind: 'objects'; readonly depth: number }
  /** All members, with Go's zero values. */
  | { readonly kind: 'zeros' }

/** Types that a probe does not fill: their JSON does not follow their members. */
const OPAQUE = /\.(ListMeta|RawExtension|FieldsV1|JSON|JSONSchemaPropsOr\w+|Time|MicroTime|Quantity)$/
const MAX_DEPTH = 14
/** Members of Pods whose zero value an admission plugin rejects. Pod templates are probed instead. */
const REFUSED = ['preemptionPolicy', 'runtimeClassName']

/** Creates a probe of a type. Recursive types are not expanded. */
export function instanceOf(types: OpenAPITypes, name: string, filling: Filling): Record<string, unknown> {
  return objectOf(types, name, filling, [name])
}

function objectOf(
  types: OpenAPITypes,
  name: string,
  filling: Filling,
  above: readonly string[],
): Record<string, unknown> {
  const depth = filling.kind === 'objects' ? filling.depth : MAX_DEPTH
  if (above.length > depth) return {}
  const members = Object.entries(types.get(name)?.properties ?? {})
    .map(([property, node]) => [property, memberValue(types, node, filling, above)] as const)
    .filter(([property, value]) => value !== undefined && !isLeftOut(property, above))
  return Object.fromEntries(members)
}

const isLeftOut = (property: string, above: readonly string[]): boolean =>
  above.length === 1
    ? ['apiVersion', 'kind', 'metadata'].includes(property)
    : above[0] === 'io.k8s.api.core.v1.Pod' && REFUSED.includes(property)

function memberValue(
  types: OpenAPITypes,
  node: OpenAPISchema,
  filling: Filling,
  above: readonly string[],
): unknown {
  const reference = referenceOf(node)
  if (reference) return referredValue(types, reference, filling, above)
  const inner = node.items ?? node.additionalProperties
  if (inner) {
    if (filling.kind === 'zeros' && !isStruct(types, inner)) return node.items ? [] : {}
    const value = memberValue(types, inner, filling, above)
    if (value === undefined) return undefined
    return node.items ? [value] : { k: value }
  }
  return filling.kind === 'zeros' ? zeroOf(node) : undefined
}

function referredValue(
  types: OpenAPITypes,
  reference: string,
  filling: Filling,
  above: readonly string[],
): unknown {
  if (reference.endsWith('.IntOrString')) return filling.kind === 'zeros' ? 0 : undefined
  if (OPAQUE.test(reference) || above.includes(reference)) return undefined
  return objectOf(types, reference, filling, [...above, reference])
}

function isStruct(types: OpenAPITypes, node: OpenAPISchema): boolean {
  const reference = referenceOf(node)
  return reference !== undefined && types.get(reference)?.properties !== undefined && !OPAQUE.test(reference)
}

const zeroOf = ({ type }: OpenAPISchema): unknown =>
  type === 'string' ? '' : type === 'boolean' ? false : type === 'object' ? undefined : 0
