/** Freezes a value of `JSON.parse` and all that it contains. Does nothing if it is frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  // An array would make Object.values copy it.
  for (const member of Array.isArray(value) ? value : Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
