/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json | undefined
}

/** The path of a value within another: member names and array indexes. */
export type Path = readonly (string | number)[]

/** Whether a value is an object, not an array or null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The value at a path, if there is one. */
function valueAt(value: Json | undefined, path: Path): Json | undefined {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (isArray(value)) return typeof first === 'number' ? valueAt(value[first], rest) : undefined
  return isObject(value) ? valueAt(value[String(first)], rest) : undefined
}

/** The string at a path, if there is one. */
export function textAt(value: Json | undefined, ...path: Path): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : undefined
}

/** Returns a copy with another value at a path; creates missing parents. */
export function withValue(value: Json | undefined, path: Path, next: Json): Json {
  const [first, ...rest] = path
  if (first === undefined) return next
  if (typeof first === 'number') {
    const items = isArray(value) ? [...value] : []
    items[first] = withValue(items[first], rest, next)
    return items
  }
  const members = isObject(value) ? value : {}
  return { ...members, [first]: withValue(members[first], rest, next) }
}

/** Returns a copy without the value at a path. */
export function withoutValue(value: Json, path: Path): Json {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (isArray(value)) {
    if (rest.length === 0) return value.filter((_, place) => place !== first)
    return value.map((item, place) => (place === first ? withoutValue(item, rest) : item))
  }
  if (!isObject(value)) return value
  const { [String(first)]: removed, ...others } = value
  if (removed === undefined || rest.length === 0) return others
  return { ...value, [String(first)]: withoutValue(removed, rest) }
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
