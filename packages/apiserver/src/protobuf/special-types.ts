import { bytesIn, type Field, fieldsIn, numberIn, textIn } from './wire.ts'

/** Decoders of messages whose JSON form is not an object, by the end of their names; undefined stands for no value. */
const SPECIAL: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  'resource.Quantity': bytes => textOf(first(bytes, 1)),
  'intstr.IntOrString': intOrString,
  'v1.Time': bytes => time(bytes, 0),
  'v1.MicroTime': bytes => time(bytes, 6),
  'v1.Duration': bytes => `${Number(numberOf(first(bytes, 1)) ?? 0) / 1e9}s`,
  'v1.FieldsV1': rawJson,
  'runtime.RawExtension': rawJson,
  'v1.JSON': rawJson,
}

/** The decoder of a special type; undefined for ordinary types. */
export const specialReader = (typeName: string): ((bytes: Uint8Array) => unknown) | undefined =>
  SPECIAL[typeName.split('.').slice(-2).join('.')]

function first(bytes: Uint8Array, number: number): Field | undefined {
  for (const field of fieldsIn(bytes)) if (field.number === number) return field
  return undefined
}

const numberOf = (field: Field | undefined): number | undefined => field && numberIn(field)
const textOf = (field: Field | undefined): string | undefined => field && textIn(field)

/** Field 1 selects which of the other two applies. */
function intOrString(bytes: Uint8Array): unknown {
  return numberOf(first(bytes, 1)) === 1 ? (textOf(first(bytes, 3)) ?? '') : (numberOf(first(bytes, 2)) ?? 0)
}

/** Seconds and nanoseconds since 1970; an unset time is an empty message, or the year 1. */
function time(bytes: Uint8Array, digits: number): unknown {
  const seconds = numberOf(first(bytes, 1))
  if (seconds === undefined || seconds < 0) return undefined
  const text = new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length)
  const nanoseconds = String(numberOf(first(bytes, 2)) ?? 0).padStart(9, '0')
  return digits === 0 ? `${text}Z` : `${text}.${nanoseconds.slice(0, digits)}Z`
}

function rawJson(bytes: Uint8Array): unknown {
  const raw = first(bytes, 1)
  return raw ? JSON.parse(new TextDecoder().decode(bytesIn(raw))) : undefined
}
