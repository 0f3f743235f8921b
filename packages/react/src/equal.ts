/** Deep equality of plain objects, arrays and primitives. Class instances are compared by reference. */
export function equalData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && equalItems(a, b, equalData)
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && equalData(a[key], b[key]))
  )
}

/** @param isEqual @default the same reference */
export const equalItems = (
  a: readonly unknown[],
  b: readonly unknown[],
  isEqual: (a: unknown, b: unknown) => boolean = Object.is,
): boolean => a.length === b.length && a.every((item, i) => isEqual(item, b[i]))

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
