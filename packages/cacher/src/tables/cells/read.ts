import { parsePath, readPath } from '@kube-informer/core/paths'
import { isObject, type JsonObject } from './json-object.ts'

/** Parsed paths, cached since each row reads them. */
const parsed = new Map<string, readonly string[]>()

/** The value at a path such as `spec.replicas`; undefined if absent. */
export function at(object: unknown, path: string): unknown {
  const segments = parsed.get(path) ?? parsePath(path)
  parsed.set(path, segments)
  return readPath(object, segments)
}

/** A string at a path; "" if absent. */
export function textAt(object: unknown, path: string): string {
  const value = at(object, path)
  return typeof value === 'string' ? value : ''
}

/** A number at a path; 0 if absent. */
export function numberAt(object: unknown, path: string): number {
  const value = at(object, path)
  return typeof value === 'number' ? value : 0
}

/** The objects in a list at a path. */
export function objectsAt(object: unknown, path: string): readonly JsonObject[] {
  const value = at(object, path)
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The strings in a list at a path. */
export function textsAt(object: unknown, path: string): readonly string[] {
  const value = at(object, path)
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

/** An object at a path; empty if absent. */
export function objectAt(object: unknown, path: string): JsonObject {
  const value = at(object, path)
  return isObject(value) ? value : {}
}

/** The condition of the given type in `status.conditions`. */
export const conditionOf = (object: unknown, type: string): JsonObject | undefined =>
  objectsAt(object, 'status.conditions').find(condition => condition.type === type)
