import { type DecodeError, Decoder } from './decoding/decoder.ts'
import { Place } from './decoding/place.ts'
import type { Schema } from './schema.ts'

export type { DecodeError } from './decoding/decoder.ts'

/** How to decode. */
export interface DecodeOptions {
  /** The value comes from a strategic merge patch, which has other texts for its errors than JSON. @default false */
  readonly isUnstructured?: boolean | undefined
}

/** What decoding made of a value. */
export interface Decoded {
  /** The value as the server would write it; of no use where there are errors. */
  readonly value: unknown
  /** The paths of members that the type does not have, in the order of the document: `spec.containers[0].bogus`. */
  readonly unknownFields: readonly string[]
  /** A server tells the first one only. */
  readonly errors: readonly DecodeError[]
}

/**
 * Reads a built-in object as the server does, into a Go struct, and writes it down again: unknown members, nulls and
 * values that Go leaves out are gone, quantities and times are in their canonical form. Nothing is added.
 */
export function decode(
  schema: Schema,
  value: unknown,
  { isUnstructured = false }: DecodeOptions = {},
): Decoded {
  const decoder = new Decoder(isUnstructured)
  const decoded = decoder.value(schema, value, new Place(undefined, undefined, ''))
  return { value: decoded, unknownFields: decoder.unknownFields, errors: decoder.errors }
}
