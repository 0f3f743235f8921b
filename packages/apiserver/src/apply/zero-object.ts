import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'

/**
 * The initial state of an object before its first write. A built-in object is a Go struct, which has its nested structs,
 * and all members that JSON has even if they are zero, from the start; a custom object is empty. A creator does not own
 * what exists from the start: hence `f:spec` has a `.` for custom resources and none for Deployments, and an EndpointSlice
 * without ports has no `f:ports`.
 */
export function zeroObject(schema: Schema | undefined, isBuiltIn: boolean): JsonObject {
  return schema && isBuiltIn ? zeroStruct(schema) : {}
}

function zeroStruct({ properties, added }: Schema): JsonObject {
  const members = [...(properties ?? [])].flatMap(([name, member]) => {
    if (isStruct(member)) return [[name, zeroStruct(member)] as const]
    if (added?.get(name) === null) return [[name, null] as const]
    return isZeroScalar(member.default) ? [[name, member.default] as const] : []
  })
  return objectOf(members)
}

/** The published types mark structs, as opposed to pointers to structs, by a default that is an empty object. */
const isStruct = ({ type, default: initial }: Schema): boolean =>
  type === 'object' && isObject(initial) && Object.keys(initial).length === 0

/** They mark scalars that are never omitted by the zero value; the default of a pointer is set after decoding. */
const isZeroScalar = (initial: unknown): boolean => initial === '' || initial === 0 || initial === false
