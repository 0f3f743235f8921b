import { type PathSegments, parsePath, readPath } from '@kube-informer/core/internal'
import { isObject, type JsonObject } from '../../json/json-value.ts'

/** The paths of cells are few, and read for each row. */
const parsed = new Map<string, PathSegments>()

/** What is at a path, `spec.replicas`; undefined where nothing is. */
export function at(object: unknown, path: string): unknown {
  const segments = parsed.get(path) ?? parsePath(path)
  parsed.set(path, segments)
  return readPath(object, segments)
}

/** A text at a path; `""` where none is. */
export function textAt(object: unknown, path: string): string {
  const value = at(object, path)
  return typeof value === 'string' ? value : ''
}

/** A number at a path; 0 where none is. */
export function numberAt(object: unknown, path: string): number {
  const value = at(object, path)
  return typeof value === 'number' ? value : 0
}

/** The objects of a list at a path. */
export function objectsAt(object: unknown, path: string): readonly JsonObject[] {
  const value = at(object, path)
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The texts of a list at a path. */
export function textsAt(object: unknown, path: string): readonly string[] {
  const value = at(object, path)
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

/** An object at a path; an empty one where none is. */
export function objectAt(object: unknown, path: string): JsonObject {
  const value = at(object, path)
  return isObject(value) ? value : {}
}

/** The condition of a type, of `status.conditions`. */
export const conditionOf = (object: unknown, type: string): JsonObject | undefined =>
  objectsAt(object, 'status.conditions').find(condition => condition.type === type)
