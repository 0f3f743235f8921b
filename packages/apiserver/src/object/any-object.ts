import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { setMember } from '../json/set-member.ts'

/** An object with arbitrary members, as clients send it. */
export type AnyObject = KubernetesObject & { readonly [field: string]: unknown }

/** A JSON object of unknown structure. */
export type Fields = JsonObject

const NONE: Fields = Object.freeze({})

/** The value if it is a JSON object, otherwise an empty one. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : NONE)

/** The value if it is an array, otherwise an empty one. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value if it is a string, otherwise "". */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value if it is a number, otherwise undefined. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** The value if it is a number, otherwise 0. */
export const countOf = (value: unknown): number => numberOf(value) ?? 0

/** The metadata of an object, or none. */
export const objectMetaOf = ({ metadata }: KubernetesObject): ObjectMeta => metadata ?? {}

/** A copy with the given members; undefined removes a member. */
export function withMembers<T extends object>(target: T, members: Fields): T {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries({ ...target, ...members }))
    if (value !== undefined) setMember(copy, key, value)
  return copy as T
}

/** A copy with changed metadata. */
export const withMetadata = (object: AnyObject, members: Fields): AnyObject => ({
  ...object,
  metadata: withMembers(objectMetaOf(object), members),
})
