import type { JsonPatchOptions } from './apply-json-patch.ts'
import { valueAt } from './json-pointer.ts'

/** The value at a JSON pointer (RFC 6901). Throws a UsageError if there is none. */
export const readPointer = (
  document: unknown,
  pointer: string,
  { lenient }: JsonPatchOptions = {},
): unknown => valueAt({ '': document }, pointer, lenient)
