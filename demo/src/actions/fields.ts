/** A member of an object whose type is not known: undefined where there is none. */
export function fieldOf(object: unknown, ...path: readonly string[]): unknown {
  let value = object
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

export function numberAt(object: unknown, ...path: readonly string[]): number | undefined {
  const value = fieldOf(object, ...path)
  return typeof value === 'number' ? value : undefined
}

export function textAt(object: unknown, ...path: readonly string[]): string | undefined {
  const value = fieldOf(object, ...path)
  return typeof value === 'string' ? value : undefined
}

export function itemsAt(object: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = fieldOf(object, ...path)
  return Array.isArray(value) ? value : []
}

/** The texts of a map, such as labels. */
export function textsAt(object: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const value = fieldOf(object, ...path)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, string>>) : {}
}

/** Whether more than the metadata is known. Objects listed as tables have no other fields. */
export const isWhole = (object: unknown): boolean =>
  typeof object === 'object' && object !== null && Object.keys(object).some(name => !METADATA_ONLY.has(name))

const METADATA_ONLY = new Set(['apiVersion', 'kind', 'metadata', 'cells'])
