import { UsageError } from './errors.ts'
import type { LabelRequirement } from './label-requirement.ts'

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const VALUE = `(${NAME})?`
const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${DNS_LABEL}(\\.${DNS_LABEL})*`
const CHARACTERS =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const INT64 = /^[-+]?[0-9]+$/

const examples = (pattern: string, ...names: string[]): string =>
  `(e.g. ${names.map(name => `'${name}'`).join(',  or ')}, regex used for validation is '${pattern}')`
const matches = (pattern: string, text: string): boolean => new RegExp(`^${pattern}$`).test(text)
const tooLong = (text: string, length: number): string[] =>
  new TextEncoder().encode(text).length > length ? [`must be no more than ${length} bytes`] : []

function subdomainErrors(prefix: string): string[] {
  if (prefix === '') return ['must be non-empty']
  const wrong = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character ${examples(SUBDOMAIN, 'example.com')}`
  return [...tooLong(prefix, 253), ...(matches(SUBDOMAIN, prefix) ? [] : [wrong])]
}

function nameErrors(name: string): string[] {
  const wrong = `must ${CHARACTERS} ${examples(NAME, 'MyName', 'my.name', '123-abc')}`
  return [
    ...(name === '' ? ['must be non-empty'] : tooLong(name, 63)),
    ...(matches(NAME, name) ? [] : [wrong]),
  ]
}

/** Errors of a label key: a name of up to 63 characters, with an optional prefix (a DNS subdomain and a slash). */
function labelKeyErrors(key: string): readonly string[] {
  const [first = '', second, ...more] = key.split('/')
  if (more.length > 0)
    return [
      `a valid label key must ${CHARACTERS} ${examples(NAME, 'MyName', 'my.name', '123-abc')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const prefixErrors = second === undefined ? [] : subdomainErrors(first)
  return [
    ...prefixErrors.map(error => `prefix part ${error}`),
    ...nameErrors(second ?? first).map(error => `name part ${error}`),
  ]
}

/** Errors of a label value: up to 63 characters, or empty. */
function labelValueErrors(value: string): readonly string[] {
  const wrong = `a valid label must be an empty string or ${CHARACTERS} ${examples(VALUE, 'MyValue', 'my_value', '12345')}`
  return [...tooLong(value, 63), ...(matches(VALUE, value) ? [] : [wrong])]
}

const invalid = (path: string, value: unknown, detail: string): string =>
  `${path}: Invalid value: ${JSON.stringify(value)}: ${detail}`

/** Throws a UsageError for an invalid label key. `<nil>`: upstream has no field path here. */
export function checkLabelKey(key: string): void {
  const errors = labelKeyErrors(key)
  if (errors.length > 0) throw new UsageError(invalid('<nil>', key, errors.join('; ')))
}

/** Errors of the number and type of the values of an operator. */
function arityErrors({ operator, values }: LabelRequirement): string[] {
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length > 0
        ? []
        : [invalid('values', null, "for 'in', 'notin' operators, values set can't be empty")]
    case 'exists':
    case '!':
      return values.length === 0
        ? []
        : [invalid('values', values, 'values set must be empty for exists and does not exist')]
    case 'gt':
    case 'lt':
      return values.flatMap((value, index) =>
        parseInt64(value) === undefined
          ? [invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
          : [],
      )
    default:
      return []
  }
}

/** Returns the requirement, or throws a UsageError with all its errors (apimachinery `labels.NewRequirement`). */
export function checkRequirement(requirement: LabelRequirement): LabelRequirement {
  const { key, values } = requirement
  const keyErrors = labelKeyErrors(key)
  const valueErrors = values.flatMap((value, index) => {
    const errors = labelValueErrors(value)
    return errors.length > 0 ? [invalid(`values[${index}][${key}]`, value, errors.join('; '))] : []
  })
  const errors = [
    ...(keyErrors.length > 0 ? [invalid('key', key, keyErrors.join('; '))] : []),
    ...arityErrors(requirement),
    ...valueErrors,
  ]
  const unique = [...new Set(errors)]
  if (unique.length === 0) return requirement
  throw new UsageError(unique.length === 1 ? unique.join() : `[${unique.join(', ')}]`)
}

/** A decimal 64-bit integer, or undefined. A bigint, so that 64-bit values compare exactly. */
export function parseInt64(text: string): bigint | undefined {
  if (!INT64.test(text)) return undefined
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? value : undefined
}
