import type { KubernetesObject } from '@kube-informer/core'
import { setMember } from '../set-member.ts'

/** An object as clients send it: anything may be in it. */
export type AnyObject = KubernetesObject & { readonly [field: string]: unknown }

/** A JSON object, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = Object.freeze({})

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is a JSON object, else an empty one. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NONE)

/** The value if it is a list, else an empty one. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value if it is a text, else "". */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value if it is a number, else undefined. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** A copy with these members, or without those that are undefined. */
export function withMembers<T extends object>(target: T, members: Fields): T {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries({ ...target, ...members }))
    if (value !== undefined) setMember(copy, key, value)
  return copy as T
}

/** An object with other metadata. */
export const withMetadata = (object: AnyObject, members: Fields): AnyObject => ({
  ...object,
  metadata: withMembers(object.metadata ?? {}, members),
})
