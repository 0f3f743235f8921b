import { bytesIn, type Field, fieldsIn, numberIn, textIn } from './wire.ts'

/** Messages whose JSON is not that of an object with members, by the end of their names; undefined is no value. */
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

/** How to read a message of a type that is special; undefined where it is like any other. */
export const specialReader = (typeName: string): ((bytes: Uint8Array) => unknown) | undefined =>
  SPECIAL[typeName.split('.').slice(-2).join('.')]

function first(bytes: Uint8Array, number: number): Field | undefined {
  for (const field of fieldsIn(bytes)) if (field.number === number) return field
  return undefined
}

const numberOf = (field: Field | undefined): number | undefined => field && numberIn(field)
const textOf = (field: Field | undefined): string | undefined => field && textIn(field)

/** Field 1 says which of the other two counts. */
function intOrString(bytes: Uint8Array): unknown {
  return numberOf(first(bytes, 1)) === 1 ? (textOf(first(bytes, 3)) ?? '') : (numberOf(first(bytes, 2)) ?? 0)
}

/** Seconds since 1970, and nanoseconds; a time that is not set comes as an empty message, or as the year 1. */
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
