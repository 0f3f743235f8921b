import { isObject, type JsonObject, memberOf } from '../../json/json-value.ts'

/** A member that is an object; empty otherwise. */
export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = memberOf(object, name)
  return isObject(value) ? value : {}
}

/** The objects in a list member. */
export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = memberOf(object, name)
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A string member; "" otherwise. */
export function textAt(object: JsonObject, name: string): string {
  const value = memberOf(object, name)
  return typeof value === 'string' ? value : ''
}

/** Whether an object has no member. */
export const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0
