import type { Schema } from '../schema.ts'

/** Go's zero value for a JSON null; in lists and maps it is kept. */
export function zeroOf({ type, items }: Schema): unknown {
  if (items) return null
  switch (type) {
    case 'string':
      return ''
    case 'integer':
    case 'number':
    case 'int-or-string':
      return 0
    case 'boolean':
      return false
    case 'object':
      return {}
    default:
      return null
  }
}

/** Whether Go omits a member because it has the zero value. */
export function isLeftOut(owner: Schema, name: string, member: Schema, value: unknown): boolean {
  if (value === null) return true
  // A member of any type is a pointer.
  if (member.type === 'any') return false
  if (Array.isArray(value)) return value.length === 0 && owner.added?.get(name) !== null
  if (typeof value === 'object')
    return member.additionalProperties !== undefined && Object.keys(value).length === 0
  const isZero = value === '' || value === 0 || value === false
  return isZero && !owner.pointers?.has(name) && owner.added?.get(name) !== value
}
