import { setMember } from './set-member.ts'

/**
 * A deeply frozen value: what is frozen already is taken as it is (and trusted to be frozen all the way down),
 * the rest is copied, so that neither the caller nor a reader can change what is stored.
 */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  return (Array.isArray(value) ? copyArray(value) : copyRecord(value)) as T
}

const copyArray = (values: readonly unknown[]): unknown => Object.freeze(values.map(frozenCopy))

function copyRecord(record: object): unknown {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(record)) {
    const value = (record as Record<string, unknown>)[key]
    // JSON knows no undefined, and a stored object is what its JSON says.
    if (value !== undefined) setMember(copy, key, frozenCopy(value))
  }
  return Object.freeze(copy)
}

/** Freezes a value that was just built and that nobody else holds; stops at what is frozen already. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
  return value
}
