import { type DecodeError, Decoder } from './decoding/decoder.ts'
import { ValueLocation } from './decoding/value-location.ts'
import type { Schema } from './schema.ts'

export type { DecodeError } from './decoding/decoder.ts'

export interface DecodeOptions {
  /** The value comes from a strategic merge patch, for which errors have other messages. @default false */
  readonly isUnstructured?: boolean | undefined
}

/** The result of decoding. */
export interface Decoded {
  /** The value as the server would write it; unspecified if there are errors. */
  readonly value: unknown
  /** The paths of unknown members in document order: `spec.containers[0].bogus`. */
  readonly unknownFields: readonly string[]
  /** A server reports only the first one. */
  readonly errors: readonly DecodeError[]
}

/**
 * Decodes a built-in object into a Go struct and encodes it again, as the server does: unknown members, nulls and
 * omitted zero values are removed, quantities and times become canonical. Nothing is added.
 */
export function decode(
  schema: Schema,
  value: unknown,
  { isUnstructured = false }: DecodeOptions = {},
): Decoded {
  const decoder = new Decoder(isUnstructured)
  const decoded = decoder.value(schema, value, new ValueLocation(undefined, undefined, ''))
  return { value: decoded, unknownFields: decoder.unknownFields, errors: decoder.errors }
}
