import type { Field } from '../kinds/columns/column.ts'
import { fieldNamed } from './compile.ts'
import { LABEL_FIELDS } from './labels.ts'
import { quote } from './tokens.ts'

/** A way to continue an expression. */
export interface Suggestion {
  /** What is shown. */
  readonly label: string
  /** What it means. */
  readonly detail: string
  /** The whole expression with it. */
  readonly text: string
  /** The position of the caret in it. */
  readonly caret: number
}

/** What the caret is in: the beginning of a field, or the value of one. */
export interface TypedText {
  /** Where the text starts that a suggestion replaces. */
  readonly start: number
  readonly typed: string
  /** Absent while a field or a word is typed. */
  readonly field?: string | undefined
  readonly operator?: string | undefined
}

const PIECE = /[^\s()]*$/
const TERM = /^-?([a-z][a-z0-9-]*)(=~|!~|!=|>=|<=|:|=|>|<)(.*)$/i
const MAX_SUGGESTIONS = 40

/** What is typed before the caret. */
export function typedAt(text: string, caret: number): TypedText {
  const piece = PIECE.exec(text.slice(0, caret))?.[0] ?? ''
  const start = caret - piece.length
  const [, field, operator, value = ''] = TERM.exec(piece) ?? []
  if (field === undefined) {
    const negation = piece.startsWith('-') ? 1 : 0
    return { start: start + negation, typed: piece.slice(negation) }
  }
  // Of several values, the last one is typed.
  const typed = value.slice(value.lastIndexOf(',') + 1).replace(/^["']/, '')
  return {
    start: caret - typed.length - (/["']/.test(value[value.lastIndexOf(',') + 1] ?? '') ? 1 : 0),
    typed,
    field: field.toLowerCase(),
    operator,
  }
}

/**
 * Ways to continue the text at the caret: fields, then operators, then values.
 *
 * @param values the values of the field that is typed
 */
export function suggest(
  text: string,
  caret: number,
  { fields, values }: { readonly fields: readonly Field[]; readonly values: readonly string[] },
): readonly Suggestion[] {
  const at = typedAt(text, caret)
  const options = at.field === undefined ? fieldOptions(at.typed, fields) : valueOptions(at, fields, values)
  return options.slice(0, MAX_SUGGESTIONS).map(({ insert, label, detail }) => ({
    label,
    detail,
    text: text.slice(0, at.start) + insert + text.slice(caret),
    caret: at.start + insert.length,
  }))
}

interface Option {
  readonly label: string
  readonly detail: string
  readonly insert: string
}

const LABEL: Option = { label: 'label:', detail: 'A label, such as tier=frontend', insert: 'label:' }

function fieldOptions(typed: string, fields: readonly Field[]): readonly Option[] {
  const search = typed.toLowerCase()
  const matching = fields.filter(
    ({ id, label, aliases = [] }) =>
      [id, ...aliases].some(name => name.startsWith(search)) || label.toLowerCase().startsWith(search),
  )
  const options = matching.flatMap(field => operatorsOf(field, field.id === search))
  return 'label'.startsWith(search) ? [...options, LABEL] : options
}

/** All operators of the field that is typed, and the usual one of the others. */
function operatorsOf({ id, label, type, exact }: Field, isAll: boolean): readonly Option[] {
  const option = (operator: string, detail: string): Option => ({
    label: `${id}${operator}`,
    detail: `${label} ${detail}`,
    insert: `${id}${operator}`,
  })
  const more = option('>', type === 'time' ? 'is older than, such as 1h' : 'is more than')
  const less = option('<', type === 'time' ? 'is younger than, such as 1h' : 'is less than')
  if (type !== 'text') return isAll ? [more, less] : [type === 'time' ? less : more]
  const is = option(':', exact ? 'is' : 'contains')
  return isAll ? [is, option('!=', 'is not'), option('=~', 'matches a regular expression')] : [is]
}

function valueOptions(
  { typed, field = '' }: TypedText,
  fields: readonly Field[],
  values: readonly string[],
): readonly Option[] {
  const search = typed.toLowerCase()
  const known = fieldNamed(field, fields)
  if (known?.type === 'time') return durations(search)
  const found = values.filter(value => value !== '' && value.toLowerCase().includes(search))
  const first = found.filter(value => value.toLowerCase().startsWith(search))
  const rest = found.filter(value => !value.toLowerCase().startsWith(search))
  const detail = LABEL_FIELDS.includes(field) ? 'Label' : (known?.label ?? '')
  return [...first, ...rest]
    .filter(value => value !== typed)
    .map(value => ({ label: value, detail, insert: `${quote(value)} ` }))
}

const durations = (typed: string): readonly Option[] =>
  ['5m', '1h', '1d', '7d']
    .filter(value => value.startsWith(typed) && value !== typed)
    .map(value => ({ label: value, detail: 'Duration', insert: `${value} ` }))
