/** A difference between two states of an object. */
export interface FieldChange {
  /**
   * As in {@link FieldConflict.field}: `.spec.replicas`. Items of a list whose items have names are
   * `[name="web"]`, others `[0]`.
   */
  readonly path: string
  /** Undefined where the field is new. */
  readonly before: unknown
  /** Undefined where the field is removed. */
  readonly after: unknown
}

/** The smallest differences between two values; a value that only one side has is one difference. */
export function fieldChanges(before: unknown, after: unknown, path = ''): readonly FieldChange[] {
  if (Object.is(before, after)) return []
  const members = membersOf(before, after)
  if (!members) return [{ path, before, after }]
  const [old, fresh] = members
  const keys = new Set([...old.keys(), ...fresh.keys()])
  const inner = [...keys].flatMap(key => fieldChanges(old.get(key), fresh.get(key), path + key))
  // Items that only changed their order are one difference of the list.
  const isMoved = inner.length === 0 && Array.isArray(after) && !sameOrder(old, fresh)
  return isMoved ? [{ path, before, after }] : inner
}

type Members = ReadonlyMap<string, unknown>

/** The members of both values by the last step of their path; undefined where the values have no common structure. */
function membersOf(a: unknown, b: unknown): readonly [Members, Members] | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    const stepOf = haveNames(a) && haveNames(b) ? nameStep : indexStep
    return [itemsOf(a, stepOf), itemsOf(b, stepOf)]
  }
  return isRecord(a) && isRecord(b) ? [fieldsOf(a), fieldsOf(b)] : undefined
}

const sameOrder = (a: Members, b: Members): boolean => {
  const keys = [...b.keys()]
  return [...a.keys()].every((key, index) => key === keys[index])
}

const fieldsOf = (record: object): Members =>
  new Map(Object.entries(record).map(([name, value]) => [`.${name}`, value]))

const itemsOf = (list: readonly unknown[], stepOf: (item: unknown, index: number) => string): Members =>
  new Map(list.map((item, index) => [stepOf(item, index), item]))

const nameOf = (item: unknown): unknown => (isRecord(item) ? item.name : undefined)
const nameStep = (item: unknown): string => `[name=${JSON.stringify(nameOf(item))}]`
const indexStep = (_item: unknown, index: number): string => `[${index}]`

const haveNames = (list: readonly unknown[]): boolean =>
  list.every(item => typeof nameOf(item) === 'string') && new Set(list.map(nameOf)).size === list.length

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
