import { UsageError } from './errors.ts'

/** One term of a field selector (apimachinery `fields.Requirement`). */
export interface FieldRequirement {
  /** A path such as `spec.nodeName`; servers support only a few for each kind. */
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/**
 * A field selector as an object: the value that each field must have, or must not have. All terms must hold.
 * `TField` is what the server can select by; see {@link ResourceDefinition}.
 *
 * @example { 'spec.nodeName': 'node-1', 'status.phase': { not: ['Succeeded', 'Failed'] } }
 */
export type FieldSelector<TField extends string = string> = string extends TField
  ? Readonly<Record<string, FieldTerm>>
  : { readonly [Field in TField]?: FieldTerm }

/** The value that a field must have, or those that it must not have. */
export type FieldTerm = string | { readonly not: string | readonly string[] }

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

/** Splits at unescaped commas. */
const splitTerms = (selector: string): readonly string[] => selector.match(/(?:\\.|[^,\\]|\\$)+/gsu) ?? []

/**
 * Parses a field selector: `k=v`, `k==v`, `k!=v`, comma for AND; in a value `\\`, `\,` and `\=` are escapes. Blanks
 * are significant. The requirements are sorted. Empty terms are ignored.
 *
 * Throws a UsageError with upstream's text (apimachinery `fields.ParseSelector`).
 *
 * @example parseFieldRequirements('spec.nodeName=a,status.phase!=Running')
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

/** Formats requirements in the given order: `a=b,c!=d`, values escaped (apimachinery `fields.Selector.String`). */
export const formatFieldRequirements = (requirements: readonly FieldRequirement[]): string =>
  requirements.map(({ field, operator, value }) => field + operator + escapeFieldValue(value)).join(',')

/** The requirements of a field selector object, sorted. Throws a UsageError for an invalid field name. */
export function fieldSelectorRequirements(selector: FieldSelector): readonly FieldRequirement[] {
  const requirements = Object.entries(selector).flatMap(([field, wanted]): FieldRequirement[] => {
    // Field names cannot be escaped: such a name would be parsed as another term.
    if (/[\\,=!]/.test(field)) throw new UsageError(`invalid field selector: field ${JSON.stringify(field)}`)
    if (typeof wanted === 'string') return [{ field, operator: '=', value: wanted }]
    return [wanted.not].flat().map(value => ({ field, operator: '!=', value }))
  })
  return requirements.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

const sortKey = ({ field, operator, value }: FieldRequirement): string => field + operator + value

/**
 * Formats a field selector for the query parameter `fieldSelector`. A string is returned unchanged.
 *
 * @example fieldSelectorText({ 'status.phase': { not: ['Succeeded', 'Failed'] } }) // 'status.phase!=Failed,status.phase!=Succeeded'
 */
export const fieldSelectorText = (selector: string | FieldSelector): string =>
  typeof selector === 'string' ? selector : formatFieldRequirements(fieldSelectorRequirements(selector))
