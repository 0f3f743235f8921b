/** A condition of any kind. */
interface Condition {
  readonly type: string
  readonly status: string
}

/** The list with one condition added at the end, or replaced in its place. */
export function withCondition<T extends Condition>(
  conditions: readonly T[] | undefined,
  condition: T,
): readonly T[] {
  const list = conditions ?? []
  return list.some(({ type }) => type === condition.type)
    ? list.map(known => (known.type === condition.type ? condition : known))
    : [...list, condition]
}
