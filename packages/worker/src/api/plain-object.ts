/** Members of plain data. */
export type Members = Readonly<Record<string, unknown>>

/** Whether a value is an object of JSON. */
export function isPlainObject(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Object.prototype, also that of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
