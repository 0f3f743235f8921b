import { UsageError } from './errors.ts'

/** One requirement of a label selector (labels.Requirement). */
interface LabelRequirement {
  readonly key: string
  readonly operator: 'exists' | '!' | 'in' | 'notin' | '>' | '<'
  readonly values: readonly string[]
}

/** Whether labels satisfy a selector. */
export type LabelMatcher = (labels: Readonly<Record<string, string>>) => boolean
/** Whether field values, asked for by path, satisfy a selector. */
export type FieldMatcher = (field: (path: string) => string) => boolean

const KEY = '[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?'
const VALUE = '[-A-Za-z0-9_.]*'
const FORMS: readonly [RegExp, (match: readonly string[]) => LabelRequirement][] = [
  [
    new RegExp(`^(${KEY})\\s+(in|notin)\\s*\\(([^()]*)\\)$`),
    ([, key = '', operator, values = '']) => ({
      key,
      operator: operator === 'in' ? 'in' : 'notin',
      values: values.split(',').map(value => value.trim()),
    }),
  ],
  [
    new RegExp(`^(${KEY})\\s*==?\\s*(${VALUE})$`),
    ([, key = '', value = '']) => ({ key, operator: 'in', values: [value] }),
  ],
  [
    new RegExp(`^(${KEY})\\s*!=\\s*(${VALUE})$`),
    ([, key = '', value = '']) => ({ key, operator: 'notin', values: [value] }),
  ],
  [
    new RegExp(`^(${KEY})\\s*([<>])\\s*(-?[0-9]+)$`),
    ([, key = '', operator, value = '']) => ({
      key,
      operator: operator === '>' ? '>' : '<',
      values: [value],
    }),
  ],
  [new RegExp(`^!\\s*(${KEY})$`), ([, key = '']) => ({ key, operator: '!', values: [] })],
  [new RegExp(`^(${KEY})$`), ([, key = '']) => ({ key, operator: 'exists', values: [] })],
]

/** Splits at commas outside parentheses. */
const splitRequirements = (selector: string): string[] =>
  selector.split(/,(?![^(]*\))/).map(part => part.trim())

function parseRequirement(text: string): LabelRequirement {
  for (const [form, build] of FORMS) {
    const match = form.exec(text)
    if (match) return build(match)
  }
  throw new UsageError(`unable to parse requirement: ${JSON.stringify(text)}`)
}

/** NaN, which is neither more nor less than anything, for what is no integer. */
const integer = (text: string | undefined): number =>
  text !== undefined && /^[-+]?[0-9]+$/.test(text) ? Number(text) : Number.NaN

function satisfies(requirement: LabelRequirement, labels: Readonly<Record<string, string>>): boolean {
  const { key, operator, values } = requirement
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'in':
      return value !== undefined && values.includes(value)
    case 'notin':
      return value === undefined || !values.includes(value)
    case '>':
      return integer(value) > integer(values[0])
    case '<':
      return integer(value) < integer(values[0])
  }
}

/** Parses a label selector: `a`, `!a`, `a=b`, `a!=b`, `a in (x,y)`, `a notin (x)`, `a>1`, comma for AND. "" matches all. */
export function parseLabelSelector(selector: string): LabelMatcher {
  if (selector.trim() === '') return () => true
  const requirements = splitRequirements(selector).map(parseRequirement)
  return labels => requirements.every(requirement => satisfies(requirement, labels))
}

/** Parses a field selector: `k=v`, `k==v`, `k!=v`, comma for AND; a trailing comma is allowed. "" matches all. */
export function parseFieldSelector(selector: string): FieldMatcher {
  const terms = selector.split(',').filter(part => part.trim() !== '')
  const requirements = terms.map(term => {
    const match = /^\s*([^=!]+?)\s*(!=|==?)\s*(.*?)\s*$/.exec(term)
    if (!match) throw new UsageError(`invalid selector: '${selector}'; can't understand '${term}'`)
    return { path: match[1] ?? '', negated: match[2] === '!=', value: match[3] ?? '' }
  })
  return field => requirements.every(({ path, negated, value }) => (field(path) === value) !== negated)
}
