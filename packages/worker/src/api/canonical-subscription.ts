/** The members of a target, of any type. */
interface AnyTarget {
  readonly type?: string
  readonly index?: string
  readonly value?: unknown
  readonly values?: unknown
}

/** The members of a subscription, of any resource. */
interface AnySubscription {
  readonly namespace?: string | readonly string[] | undefined
  readonly scope?: object | undefined
  readonly slice?: { readonly target?: AnyTarget | undefined } | undefined
}

/**
 * Writes a subscription in one way, so that equal ones have equal keys: without defaults, and with `namespace` in place of the
 * built-in index of that name. What is not valid is left for the host to report.
 */
export function canonicalSubscription<T extends AnySubscription>(subscription: T): T {
  const { namespace = '', scope, slice, ...rest }: AnySubscription = subscription
  const { type, index, value, values = value }: AnyTarget = slice?.target ?? {}
  const isNamespace = index === 'namespace' && values !== undefined
  const one = oneOf(values)
  const named = typeof one === 'string' ? { type, index, value: one } : { type, index, values: one }
  const target = values === undefined ? slice?.target : named
  return canonical({
    ...rest,
    namespace: oneOf(isNamespace ? both(namespace, values) : namespace) || undefined,
    scope: unlessEmpty(scope),
    slice: unlessEmpty({ ...slice, target: isNamespace || type === 'all' ? undefined : target }),
  }) as T
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

const unlessEmpty = (members: object | undefined): object | undefined =>
  Object.values({ ...members }).some(member => member !== undefined) ? members : undefined

/** A copy of plain data, whose members are sorted by name. What is not plain stays, for the host to reject. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  if ((Object.getPrototypeOf(value) ?? Object.prototype) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, canonical(member)]),
  )
}
