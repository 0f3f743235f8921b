// Reads values that may have any shape: the types of custom resources are not known, and an index function must not throw.
import { hasMember } from '../../api/own-member.ts'

/** A member of a value; undefined if there is none. Ignores inherited properties. */
export const memberOf = (value: unknown, name: string): unknown =>
  hasMember(value, name) ? value[name] : undefined

/** The value at a path; undefined if a step is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(memberOf, value)

/** The items of a list; none for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text as a list of one item; an empty list for "" and any other value. */
export const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : [])
