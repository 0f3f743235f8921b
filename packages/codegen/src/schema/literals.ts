import { quoted } from './identifiers.ts'

/** The literal types of an `enum`. Undefined if a value has no literal type: an object or an array. */
export function literalsOf(values: readonly unknown[] | undefined): readonly string[] | undefined {
  if (!values || values.length === 0) return undefined
  const literals = values.map(literalOf)
  return literals.every(each => each !== undefined) ? literals : undefined
}

function literalOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'boolean':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined
    default:
      return value === null ? 'null' : undefined
  }
}
