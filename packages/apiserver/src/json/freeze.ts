import { setMember } from './set-member.ts'

/**
 * A deeply frozen copy. Parts that are frozen are trusted to be deeply frozen and shared; the rest is copied, so that
 * neither the caller nor a reader can change stored objects.
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
    // JSON has no undefined.
    if (value !== undefined) setMember(copy, key, frozenCopy(value))
  }
  return Object.freeze(copy)
}

/** Freezes a newly built value that is not shared yet; stops at frozen parts. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
  return value
}
