import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'

/**
 * What an object looks like before anything is said of it. A built-in one is a Go struct, which has its nested structs
 * and its required members from the start; a custom one has nothing. What is there already is not owned by the one who
 * creates the object: hence `f:spec` with a `.` for custom resources, and without for Deployments.
 */
export function zeroObject(schema: Schema | undefined, isBuiltIn: boolean): JsonObject {
  return schema && isBuiltIn ? zeroStruct(schema) : {}
}

function zeroStruct({ properties, required = [] }: Schema): JsonObject {
  const members = [...(properties ?? [])].flatMap(([name, member]) => {
    if (isStruct(member)) return [[name, zeroStruct(member)] as const]
    return required.includes(name) ? [[name, member.default ?? null] as const] : []
  })
  return objectOf(members)
}

/** The published types tell structs from pointers to structs by a default that is an empty object. */
const isStruct = ({ type, default: initial }: Schema): boolean =>
  type === 'object' && isObject(initial) && Object.keys(initial).length === 0
