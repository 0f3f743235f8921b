const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const LABEL_VALUE = `(${QUALIFIED})?`
const CONFIG_KEY = '[-._a-zA-Z0-9]+'
const ENDS = 'and must start and end with an alphanumeric character'

/** Validates a string; returns the server's messages. */
export type TextRule = (text: string) => readonly string[]

const examples = (pattern: string, ...names: readonly string[]): string =>
  `(e.g. ${names.map(name => `'${name}'`).join(',  or ')}, regex used for validation is '${pattern}')`
const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text)
const bytesOf = (text: string): number => new TextEncoder().encode(text).length
/** The messages count characters for names and bytes for labels; both limits are bytes. */
const tooLong = (text: string, most: number, unit = 'bytes'): readonly string[] =>
  bytesOf(text) > most ? [`must be no more than ${most} ${unit}`] : []
const unless = (holds: boolean, message: string): readonly string[] => (holds ? [] : [message])

/** The rule for names of most kinds: RFC 1123 subdomain. */
export const subdomainErrors: TextRule = text => [
  ...tooLong(text, 253, 'characters'),
  ...subdomainShapeErrors(text),
]

const subdomainShapeErrors: TextRule = text => [
  ...unless(
    matches(SUBDOMAIN, text),
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ENDS} ${examples(SUBDOMAIN, 'example.com')}`,
  ),
]

/** RFC 1123 label, without dots. */
export function labelErrors(text: string): readonly string[] {
  const errors = tooLong(text, 63, 'characters')
  if (matches(LABEL, text)) return errors
  if (matches(SUBDOMAIN, text)) return [...errors, 'must not contain dots']
  const wrong = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ENDS} ${examples(LABEL, 'my-name', '123-abc')}`
  return [...errors, wrong]
}

/** RFC 1035 label: starts with a letter. */
export const label1035Errors: TextRule = text => [
  ...tooLong(text, 63, 'characters'),
  ...unless(
    matches(LABEL_1035, text),
    `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character ${examples(LABEL_1035, 'my-name', 'abc-123')}`,
  ),
]

/** The rule for names that only have to be valid path segments. */
export function pathSegmentErrors(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`]
  return ['/', '%'].filter(part => text.includes(part)).map(part => `may not contain '${part}'`)
}

/** The same rule for `generateName`. */
export const pathPrefixErrors: TextRule = text =>
  ['/', '%'].filter(part => text.includes(part)).map(part => `may not contain '${part}'`)

/** A `generateName` in the form that name rules accept: a trailing dash is valid there. */
export const asPrefix = (text: string): string =>
  text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text

/** A qualified name, such as a label key: up to 63 characters, with an optional subdomain prefix and slash. */
export function qualifiedNameErrors(key: string): readonly string[] {
  const [first = '', second, ...more] = key.split('/')
  const shape = `consist of alphanumeric characters, '-', '_' or '.', ${ENDS} ${examples(QUALIFIED, 'MyName', 'my.name', '123-abc')}`
  if (more.length > 0)
    return [
      `a valid label key must ${shape} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const prefix =
    second === undefined
      ? []
      : first === ''
        ? ['must be non-empty']
        : [...tooLong(first, 253), ...subdomainShapeErrors(first)]
  const name = second ?? first
  return [
    ...prefix.map(error => `prefix part ${error}`),
    ...(name === '' ? ['name part must be non-empty'] : tooLong(name, 63).map(error => `name part ${error}`)),
    ...unless(matches(QUALIFIED, name), `name part must ${shape}`),
  ]
}

/** A label value: up to 63 characters, or empty. */
export const labelValueErrors: TextRule = text => [
  ...tooLong(text, 63),
  ...unless(
    matches(LABEL_VALUE, text),
    `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ENDS} ${examples(LABEL_VALUE, 'MyValue', 'my_value', '12345')}`,
  ),
]

/** A key of a ConfigMap or Secret. */
export function configKeyErrors(key: string): readonly string[] {
  const errors = [...tooLong(key, 253, 'characters')]
  if (!matches(CONFIG_KEY, key))
    errors.push(
      `a valid config key must consist of alphanumeric characters, '-', '_' or '.' ${examples(CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name')}`,
    )
  if (key === '.') errors.push("must not be '.'")
  else if (key === '..') errors.push("must not be '..'")
  else if (key.startsWith('..')) errors.push("must not start with '..'")
  return errors
}
