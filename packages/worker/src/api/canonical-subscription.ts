import type { InformerDefinition, InformerDefinitions } from './definition.ts'
import { canonical, type Subscription } from './subscription.ts'

/** The members of a target, of any type. */
interface AnyTarget {
  readonly type?: string
  readonly index?: string
  readonly value?: unknown
  readonly values?: unknown
}

/**
 * Writes a subscription in one way, so that equal ones have equal keys: without defaults, and with `namespace` in place of the
 * built-in index of that name. What is not valid is left for the host to report.
 */
export function canonicalSubscription(
  definitions: InformerDefinitions,
  { namespace = '', scope, slice, ...rest }: Subscription,
): Subscription {
  const { type, index, value, values = value }: AnyTarget = slice?.target ?? {}
  const isNamespace =
    index === 'namespace' && values !== undefined && !hasOwnIndex(definitions, rest.resource)
  const one = oneOf(values)
  const named = typeof one === 'string' ? { type, index, value: one } : { type, index, values: one }
  const target = values === undefined ? slice?.target : named
  return canonical({
    ...rest,
    namespace: oneOf(isNamespace ? both(namespace, values) : namespace) || undefined,
    scope: unlessEmpty(scope),
    slice: unlessEmpty({ ...slice, target: isNamespace || type === 'all' ? undefined : target }),
  }) as Subscription
}

/** What two sets have in common, of which "" has everything. */
function both(a: unknown, b: unknown): unknown {
  if (a === '' || b === '') return a || b
  const others = setOf(b)
  return setOf(a).filter(each => others.includes(each))
}

/** A set as a sorted list, and its only value as itself. */
function oneOf(values: unknown): unknown {
  const list = setOf(values)
  return list.length === 1 ? list[0] : list
}

const setOf = (values: unknown): readonly unknown[] => [...new Set([values].flat())].sort()

/** Whether a definition has an index of its own with the name of the built-in one. */
const hasOwnIndex = (definitions: InformerDefinitions, resource: Subscription['resource']): boolean =>
  Object.entries<unknown>(definitions).some(
    ([name, definition]) =>
      (typeof resource !== 'string' || name === resource) &&
      'namespace' in ((definition as InformerDefinition).indexers ?? {}),
  )

const unlessEmpty = (members: object | undefined): object | undefined =>
  Object.values({ ...members }).some(member => member !== undefined) ? members : undefined
