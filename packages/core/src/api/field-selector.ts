import { UsageError } from './errors.ts'

/** One term of a field selector (apimachinery `fields.Requirement`). */
export interface FieldRequirement {
  /** A path such as `spec.nodeName`; the server knows a handful for each kind. */
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/**
 * A field selector as an object: what each field must be, or must not be. Everything in it must hold.
 *
 * @example { 'spec.nodeName': 'node-1', 'status.phase': { not: ['Succeeded', 'Failed'] } }
 */
export type FieldSelector = Readonly<Record<string, string | { readonly not: string | readonly string[] }>>

/** Escapes `\`, `,` and `=` in a value (apimachinery `fields.EscapeValue`). */
export const escapeFieldValue = (value: string): string => value.replace(/[\\,=]/g, '\\$&')

function unescapeFieldValue(escaped: string): string {
  return escaped.replace(/\\(.?)|[,=]/gsu, (found, character: string | undefined) => {
    if (character === undefined)
      throw new UsageError(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`)
    if (!/^[\\,=]$/.test(character))
      throw new UsageError(`invalid field selector: invalid escape sequence: ${found}`)
    return character
  })
}

/** Splits at the commas that no backslash escapes. */
const splitTerms = (selector: string): readonly string[] => selector.match(/(?:\\.|[^,\\]|\\$)+/gsu) ?? []

/**
 * Parses a field selector: `k=v`, `k==v`, `k!=v`, comma for AND; in a value `\\`, `\,` and `\=` are escapes. Blanks
 * count. The requirements come sorted. "" is no requirement at all, nor is what stands between two commas.
 *
 * Throws a UsageError with upstream's text (apimachinery `fields.ParseSelector`).
 */
export function parseFieldRequirements(selector: string): readonly FieldRequirement[] {
  return splitTerms(selector)
    .toSorted()
    .map(term => {
      const match = /^(.*?)(!=|==?)(.*)$/s.exec(term)
      if (!match) throw new UsageError(`invalid selector: '${selector}'; can't understand '${term}'`)
      const [, field = '', operator, value = ''] = match
      return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeFieldValue(value) } as const
    })
    .filter(({ field, value }) => field !== '' || value !== '')
}

/** Prints requirements in their order: `a=b,c!=d`, values escaped (apimachinery `fields.Selector.String`). */
export const formatFieldRequirements = (requirements: readonly FieldRequirement[]): string =>
  requirements.map(({ field, operator, value }) => field + operator + escapeFieldValue(value)).join(',')

/** The requirements of a field selector object, sorted. Throws a UsageError for a name that no field can have. */
export function fieldSelectorRequirements(selector: FieldSelector): readonly FieldRequirement[] {
  const requirements = Object.entries(selector).flatMap(([field, wanted]): FieldRequirement[] => {
    // A field's name knows no escapes: such a one would pose as another term.
    if (/[\\,=!]/.test(field)) throw new UsageError(`invalid field selector: field ${JSON.stringify(field)}`)
    if (typeof wanted === 'string') return [{ field, operator: '=', value: wanted }]
    return [wanted.not].flat().map(value => ({ field, operator: '!=', value }))
  })
  return requirements.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

const sortKey = ({ field, operator, value }: FieldRequirement): string => field + operator + value

/**
 * A field selector as the query parameter `fieldSelector` wants it. A string is handed on as it is.
 *
 * @example fieldSelectorText({ 'status.phase': { not: ['Succeeded', 'Failed'] } }) // 'status.phase!=Failed,status.phase!=Succeeded'
 */
export const fieldSelectorText = (selector: string | FieldSelector): string =>
  typeof selector === 'string' ? selector : formatFieldRequirements(fieldSelectorRequirements(selector))
