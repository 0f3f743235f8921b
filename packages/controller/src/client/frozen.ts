const known = new WeakSet<object>()

/**
 * Freezes a value of JSON at each depth and returns it. A value that was frozen here before costs one look-up. Parts that
 * are frozen already are complete: informers share them between objects.
 */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value)) return value
  known.add(value)
  freezeMembers(value)
  Object.freeze(value)
  return value
}

function freezeMembers(value: object): void {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member !== 'object' || member === null || Object.isFrozen(member)) continue
    freezeMembers(member)
    Object.freeze(member)
  }
}
