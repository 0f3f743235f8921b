import type { Schema } from '../schema.ts'

/** What Go has where JSON says null: within lists and maps that is not the same as nothing. */
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

/** Whether Go leaves a member out when it writes an object: its value is that of a member which was never set. */
export function isLeftOut(owner: Schema, name: string, member: Schema, value: unknown): boolean {
  if (value === null) return true
  // What may be anything is behind a pointer.
  if (member.type === 'any') return false
  if (Array.isArray(value)) return value.length === 0 && owner.added?.get(name) !== null
  if (typeof value === 'object')
    return member.additionalProperties !== undefined && Object.keys(value).length === 0
  const isZero = value === '' || value === 0 || value === false
  return isZero && !owner.pointers?.has(name) && owner.added?.get(name) !== value
}
