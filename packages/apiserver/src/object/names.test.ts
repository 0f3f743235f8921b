import { describe, expect, test } from 'vitest'
import {
  asPrefix,
  configKeyErrors,
  label1035Errors,
  labelErrors,
  labelValueErrors,
  pathPrefixErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  subdomainErrors,
  type TextRule,
} from './names.ts'

interface Rule {
  readonly name: string
  readonly rule: TextRule
  readonly valid: readonly string[]
  /** Texts, and the start of each of their errors. */
  readonly invalid: readonly (readonly [text: string, ...errors: string[]])[]
}

const x = (length: number): string => 'x'.repeat(length)

const RULES: readonly Rule[] = [
  {
    name: 'the name of most kinds',
    rule: subdomainErrors,
    valid: ['a', 'a-b.c', '1', x(253)],
    invalid: [
      ['', 'a lowercase RFC 1123 subdomain'],
      ['A', 'a lowercase RFC 1123 subdomain'],
      ['a..b', 'a lowercase RFC 1123 subdomain'],
      ['a\n', 'a lowercase RFC 1123 subdomain'],
      [x(254), 'must be no more than 253 characters'],
      [`${x(254)}_`, 'must be no more than 253 characters', 'a lowercase RFC 1123 subdomain'],
    ],
  },
  {
    name: 'a label of DNS',
    rule: labelErrors,
    valid: ['a', '1-b', x(63)],
    invalid: [
      ['a.b', 'must not contain dots'],
      ['-a', 'a lowercase RFC 1123 label'],
      [x(64), 'must be no more than 63 characters'],
      [`${x(64)}.b`, 'must be no more than 63 characters', 'must not contain dots'],
    ],
  },
  {
    name: 'the name of a Service',
    rule: label1035Errors,
    valid: ['a', 'a1', x(63)],
    invalid: [
      ['1a', 'a DNS-1035 label'],
      [x(64), 'must be no more than 63 characters'],
    ],
  },
  {
    name: 'a segment of a path',
    rule: pathSegmentErrors,
    valid: ['A:b', '...'],
    invalid: [
      ['.', "may not be '.'"],
      ['..', "may not be '..'"],
      ['a/%', "may not contain '/'", "may not contain '%'"],
    ],
  },
  {
    name: 'the start of a segment of a path',
    rule: pathPrefixErrors,
    valid: ['.', '..', 'a-'],
    invalid: [
      ['a/', "may not contain '/'"],
      ['%', "may not contain '%'"],
    ],
  },
  {
    name: 'the key of a label',
    rule: qualifiedNameErrors,
    valid: ['a', 'A_b.c', 'example.com/a', x(63), `${x(253)}/a`],
    invalid: [
      ['', 'name part must be non-empty', 'name part must consist'],
      ['a/b/c', 'a valid label key must consist'],
      ['/a', 'prefix part must be non-empty'],
      ['A/a', 'prefix part a lowercase RFC 1123 subdomain'],
      ['a/', 'name part must be non-empty', 'name part must consist'],
      ['-a', 'name part must consist'],
      [x(64), 'name part must be no more than 63 bytes'],
      [`${x(254)}/a`, 'prefix part must be no more than 253 bytes'],
    ],
  },
  {
    name: 'the value of a label',
    rule: labelValueErrors,
    valid: ['', 'a', 'A_b.c', x(63)],
    invalid: [
      ['a b', 'a valid label must be an empty string'],
      [x(64), 'must be no more than 63 bytes'],
      ['é'.repeat(32), 'must be no more than 63 bytes', 'a valid label must be an empty string'],
    ],
  },
  {
    name: 'a key of a ConfigMap',
    rule: configKeyErrors,
    valid: ['a', 'A_b.c', '.a', x(253)],
    invalid: [
      ['', 'a valid config key'],
      ['a/b', 'a valid config key'],
      ['.', "must not be '.'"],
      ['..', "must not be '..'"],
      ['..a', "must not start with '..'"],
      [x(254), 'must be no more than 253 characters'],
    ],
  },
]

describe.each(RULES)('$name', ({ rule, valid, invalid }) => {
  test.each(valid)('%s is valid', text => {
    expect(rule(text)).toEqual([])
  })

  test.each(invalid)('%s is invalid', (text, ...errors) => {
    expect(rule(text)).toEqual(errors.map(error => expect.stringMatching(`^${error.replaceAll('.', '\\.')}`)))
  })
})

test('a message shows examples and the regular expression', () => {
  expect(labelErrors('_')).toEqual([
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ])
})

test('a dash at the end of generateName is valid where one at the end of a name is not', () => {
  expect(['web-', 'a--', '-', 'web'].map(asPrefix)).toEqual(['wea', 'aa', '-', 'web'])
})
