import { isObject, objectOf } from '../json/json-value.ts'

/** A new value without the null members of nested objects. Null items of lists stay. */
export function withoutNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return objectOf(members.map(([name, member]) => [name, withoutNullMembers(member)]))
}

/** A new value without objects that have a `$patch`; undefined if it is one itself. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter(item => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, '$patch')) return undefined
  const members = Object.entries(value).map(([name, member]) => [name, withoutDirectives(member)] as const)
  return objectOf(members.filter(([, member]) => member !== undefined))
}
