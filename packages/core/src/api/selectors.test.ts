import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import {
  escapeFieldValue,
  type FieldSelector,
  fieldSelectorText,
  formatFieldRequirements,
  parseFieldRequirements,
} from './field-selector.ts'
import { formatLabelRequirements, parseLabelRequirements } from './label-requirements.ts'
import {
  type LabelSelector,
  type LabelSelectorOption,
  labelSelectorRequirements,
  labelSelectorText,
} from './label-selector.ts'
import { fieldMatcher, labelMatcher, parseFieldSelector, parseLabelSelector } from './selectors.ts'

type Labels = Readonly<Record<string, string>>

const reprint = (selector: string) => formatLabelRequirements(parseLabelRequirements(selector))
const messageOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  return ''
}

const LABEL_VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const PREFIX_PART =
  "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LONG = 'x'.repeat(64)
const LONG_PREFIX = `${'y'.repeat(254)}/a`

/** Messages of kube-apiserver 1.37.1, 400 BadRequest, verbatim. */
const REFUSED_LABELS: readonly (readonly [selector: string, message: string])[] = [
  ['=x', "found '=', expected: !, identifier, or 'end of string'"],
  [',a', "found ',', expected: !, identifier, or 'end of string'"],
  ['a,,b', "found ',', expected: identifier after ','"],
  ['a,', "found '', expected: identifier after ','"],
  ['a=b=c', "found '=', expected: ',' or 'end of string'"],
  ['!a=b', "found '=', expected: ',' or 'end of string'"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['!!a', "unable to parse requirement: found '!', expected: identifier"],
  ['a=(', "unable to parse requirement: found '(', expected: identifier"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a (b)', "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a notin', "unable to parse requirement: found '' expected: '('"],
  ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
  ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
  ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
  ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
  ['a in (b,', "unable to parse requirement: found '', expected: ',', or identifier"],
  ['a in (b,(', "unable to parse requirement: found '(', expected: ',', or identifier"],
  [
    'a>b',
    `unable to parse requirement: values[0]: Invalid value: "b": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  [
    'a<1.5',
    `unable to parse requirement: values[0]: Invalid value: "1.5": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  ['a>-5', `unable to parse requirement: values[0][a]: Invalid value: "-5": ${LABEL_VALUE}`],
  ['a=-', `unable to parse requirement: values[0][a]: Invalid value: "-": ${LABEL_VALUE}`],
  [
    'a in (b,-,_)',
    `unable to parse requirement: [values[0][a]: Invalid value: "-": ${LABEL_VALUE}, values[1][a]: Invalid value: "_": ${LABEL_VALUE}]`,
  ],
  ['/a', 'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty'],
  ['A.b/c', `unable to parse requirement: <nil>: Invalid value: "A.b/c": ${PREFIX_PART}`],
  [
    'a/',
    `unable to parse requirement: <nil>: Invalid value: "a/": name part must be non-empty; ${NAME_PART}`,
  ],
  [
    'a/b/c',
    `unable to parse requirement: <nil>: Invalid value: "a/b/c": ${NAME_PART.replace('name part', 'a valid label key')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
  ],
  ['_a', `unable to parse requirement: <nil>: Invalid value: "_a": ${NAME_PART}`],
  [
    LONG,
    `unable to parse requirement: <nil>: Invalid value: "${LONG}": name part must be no more than 63 bytes`,
  ],
  [
    LONG_PREFIX,
    `unable to parse requirement: <nil>: Invalid value: "${LONG_PREFIX}": prefix part must be no more than 253 bytes`,
  ],
  [
    `a=${LONG}`,
    `unable to parse requirement: values[0][a]: Invalid value: "${LONG}": must be no more than 63 bytes`,
  ],
]

/** As above. */
const REFUSED_FIELDS: readonly (readonly [selector: string, message: string])[] = [
  ['foo', "invalid selector: 'foo'; can't understand 'foo'"],
  [
    'metadata.name in (a)',
    "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
  ],
  ['metadata.name!=a,foo', "invalid selector: 'metadata.name!=a,foo'; can't understand 'foo'"],
  ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
  ['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
]

describe('label selectors', () => {
  const labels = { app: 'web', tier: 'cache', replicas: '3', empty: '' }

  test.each([
    ['', true],
    [' ', true],
    ['app', true],
    ['!app', false],
    ['app=web', true],
    ['app==web,tier=cache', true],
    ['app!=web', false],
    ['app in (api, web)', true],
    ['app notin (api,web)', false],
    ['replicas>2', true],
    ['replicas<3', false],
    ['missing>0', false],
    ['app>0', false],
    ['constructor', false],
    ['in in (in)', false],
  ])('%j on labels of all kinds: %s', (selector, expected) => {
    expect(parseLabelSelector(selector)(labels)).toBe(expected)
  })

  test.each([
    ['a!=1', [false, true]],
    ['!a', [false, true]],
    ['a in (1,2)', [true, false]],
    ['a notin (1)', [false, true]],
    ['a>0', [true, false]],
    ['a=', [false, false]],
    ['a in ()', [false, false]],
  ])('L34, L35: %j of a=1, and of no such key', (selector, expected) => {
    const matches = parseLabelSelector(selector)
    expect([matches({ a: '1' }), matches({ b: 'x' })]).toEqual(expected)
  })

  test.each(['a=', 'a in ()', 'a in (,)', 'a in (,x)', 'a in (x,,y)'])(
    'L35: %j names the empty value',
    selector => {
      expect(parseLabelSelector(selector)({ a: '' })).toBe(true)
    },
  )

  test('a value that is not a 64-bit integer matches neither > nor <', () => {
    for (const value of ['', ' ', '1.5', '0x10', '1e3', 'x', '9223372036854775808']) {
      expect([parseLabelSelector('n>1')({ n: value }), parseLabelSelector('n<5')({ n: value })]).toEqual([
        false,
        false,
      ])
    }
    expect(parseLabelSelector('n>9223372036854775806')({ n: '9223372036854775807' })).toBe(true)
  })

  test.each(REFUSED_LABELS)('V35: %j is rejected with the message of the server', (selector, message) => {
    expect(messageOf(() => parseLabelSelector(selector))).toBe(message)
  })

  test.each([
    ['x in (foo,,baz),y,z notin ()', 'x in (,baz,foo),y,z notin ()'],
    [' b = 1 ,\t! a\n', '!a,b=1'],
    ['a in (c,a,b,a)', 'a in (a,b,c)'],
    ['a==b,a!=c,n>1,m<2', 'a==b,a!=c,m<2,n>1'],
    ['in notin (notin,in)', 'in notin (in,notin)'],
  ])('%j prints as %j', (selector, printed) => {
    expect(reprint(selector)).toBe(printed)
    expect(reprint(printed)).toBe(printed)
  })

  test('an absent selector object matches nothing, and an empty one everything', () => {
    expect(
      [null, undefined, {}, '', { matchExpressions: [] }].map(each => labelMatcher(each)(labels)),
    ).toEqual([false, false, true, true, true])
  })

  test('labels are a selector, whatever their keys', () => {
    expect(
      [{ app: 'web' }, { app: 'db' }, { missing: 'x' }].map(each => labelMatcher(each)({ app: 'web' })),
    ).toEqual([...[true, false, false]])
    const odd = { matchLabels: 'a', matchExpressions: 'b' }
    expect([labelMatcher(odd)(odd), labelMatcher(odd)({})]).toEqual([true, false])
    expect(messageOf(() => labelMatcher({ app: 'a b' }))).toContain('Invalid value: "a b"')
  })

  const selector: LabelSelector = {
    matchLabels: { tier: 'cache', app: 'web' },
    matchExpressions: [
      { key: 'env', operator: 'NotIn', values: ['test', 'dev'] },
      { key: 'replicas', operator: 'Exists' },
      { key: 'legacy', operator: 'DoesNotExist' },
      { key: 'zone', operator: 'In', values: ['b'] },
    ],
  }

  test('an object is formatted sorted by key, and matches as its text does', () => {
    const text = 'app=web,env notin (dev,test),!legacy,replicas,tier=cache,zone in (b)'
    expect(labelSelectorText(selector)).toBe(text)
    expect(labelSelectorText(text)).toBe(text)
    for (const zone of ['a', 'b'])
      expect(labelMatcher(selector)({ ...labels, zone })).toBe(labelMatcher(text)({ ...labels, zone }))
  })

  test.each<[string, unknown, string]>([
    ['an unknown operator', { key: 'a', operator: 'in' }, '"in" is not a valid label selector operator'],
    ['an inherited operator', { key: 'a', operator: 'constructor' }, '"constructor" is not a valid'],
    ['In without values', { key: 'a', operator: 'In' }, "values: Invalid value: null: for 'in', 'notin'"],
    [
      'Exists with values',
      { key: 'a', operator: 'Exists', values: ['b'] },
      'values: Invalid value: ["b"]: values set must be empty for exists and does not exist',
    ],
    [
      'a bad key and a bad value',
      { key: '_', operator: 'In', values: ['-'] },
      `[key: Invalid value: "_": ${NAME_PART}, values[0][_]: Invalid value: "-": ${LABEL_VALUE}]`,
    ],
  ])('%s is refused in the words of upstream', (_, expression, message) => {
    const bad = { matchExpressions: [expression] } as LabelSelector
    expect(messageOf(() => labelSelectorRequirements(bad))).toContain(message)
    expect(messageOf(() => labelMatcher(bad))).toContain(message)
  })

  test.each<LabelSelector>([
    { matchLabels: { a: 'b,c=d' } },
    { matchLabels: { 'a,b': 'c' } },
    { matchExpressions: [{ key: 'a', operator: 'In', values: ['b) '] }] },
    { matchExpressions: [{ key: 'a', operator: 'In', values: [] }] },
  ])('%j has no text: it would say something else', bad => {
    expect(messageOf(() => labelSelectorText(bad))).toMatch(/^this requirement has no text form/)
  })
})

describe('label selectors against a naive oracle', () => {
  type Term = readonly [key: string, operator: string, values: readonly string[]]
  const key = fc.constantFrom('a', 'b', 'x.io/c', 'in')
  const value = fc.constantFrom('', '1', '2', 'in', 'v')
  const operator = fc.constantFrom('', '!', '=', '==', '!=', 'in', 'notin')
  const values = fc.array(value, { minLength: 1, maxLength: 3 })
  const terms = fc.array(fc.tuple(key, operator, values), { maxLength: 4 })
  const blank = fc.constantFrom('', ' ', '\t')

  const write = ([key, operator, values]: Term, blank: string): string => {
    if (operator === '') return `${blank}${key}`
    if (operator === '!') return `!${blank}${key}`
    if (operator.endsWith('in')) return `${key} ${operator}${blank}(${values.join(`${blank},`)})`
    return `${key}${blank}${operator}${blank}${values[0]}`
  }
  const holds = ([key, operator, values]: Term, labels: Labels): boolean => {
    const has = key in labels
    const listed = (operator.endsWith('in') ? values : values.slice(0, 1)).includes(labels[key] ?? '')
    if (operator === '') return has
    if (operator === '!') return !has
    return operator === '!=' || operator === 'notin' ? !(has && listed) : has && listed
  }

  test('match as the oracle, also after formatting and parsing', () => {
    const labels = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true })
    fc.assert(
      fc.property(terms, blank, labels, (terms, blank, labels) => {
        const text = terms.map(term => write(term, blank)).join(`${blank},`)
        const expected = terms.every(term => holds(term, labels))
        expect(parseLabelSelector(text)(labels)).toBe(expected)
        expect(parseLabelSelector(reprint(text))(labels)).toBe(expected)
      }),
      { numRuns: 1000 },
    )
  })

  test('an arbitrary text is either parsed or a UsageError', () => {
    const piece = fc.constantFrom(...'ab=!(),<> -/'.split(''), 'in', 'notin', '\n', 'é', '\0')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        messageOf(() => parseLabelSelector(pieces.join('')))
        messageOf(() => parseFieldSelector(pieces.join('')))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('field selectors', () => {
  const field = (path: string) => ({ 'metadata.name': 'a', 'status.phase': 'Running' })[path] ?? ''

  test.each([
    ['', true],
    [',', true],
    ['metadata.name=a,status.phase!=Pending,', true],
    ['metadata.name==a', true],
    ['metadata.name=b', false],
    ['spec.nodeName=', true],
    ['metadata.name= a', false],
  ])('%j: %s', (selector, expected) => {
    expect(parseFieldSelector(selector)(field)).toBe(expected)
  })

  test.each(REFUSED_FIELDS)('V36: %j is rejected with the message of the server', (selector, message) => {
    expect(messageOf(() => parseFieldSelector(selector))).toBe(message)
  })

  test('terms are formatted sorted, with escapes', () => {
    const print = (selector: string) => formatFieldRequirements(parseFieldRequirements(selector))
    expect(print('b==1,a!=\\,\\=\\\\,')).toBe('a!=\\,\\=\\\\,b=1')
  })

  test('an object requires or excludes field values', () => {
    const selector: FieldSelector = {
      'status.phase': { not: ['Succeeded', 'Failed'] },
      'metadata.name': { not: 'a,b' },
      'spec.nodeName': 'n=1',
    }
    const text = 'metadata.name!=a\\,b,spec.nodeName=n\\=1,status.phase!=Failed,status.phase!=Succeeded'
    expect(fieldSelectorText(selector)).toBe(text)
    expect(fieldSelectorText(text)).toBe(text)
    const on = (node: string, phase: string) => (path: string) =>
      ({ 'spec.nodeName': node, 'status.phase': phase })[path] ?? ''
    for (const each of [selector, text])
      expect(
        [['n=1', 'Running'] as const, ['n=1', 'Failed'] as const, ['n', 'Running'] as const].map(
          ([node, phase]) => fieldMatcher(each)(on(node, phase)),
        ),
      ).toEqual([true, false, false])
  })

  test('a field with an operator in its name is rejected', () => {
    expect(messageOf(() => fieldSelectorText({ 'a=b': 'c' }))).toContain('"a=b"')
  })

  test('any value is unchanged after formatting and parsing', () => {
    const value = fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a', ' ', 'é') })
    fc.assert(
      fc.property(value, value, (is, isNot) => {
        const text = `a=${escapeFieldValue(is)},b!=${escapeFieldValue(isNot)}`
        expect(parseFieldRequirements(text)).toEqual([
          { field: 'a', operator: '=', value: is },
          { field: 'b', operator: '!=', value: isNot },
        ])
        expect(fieldSelectorText({ a: is, b: { not: isNot } })).toBe(text)
      }),
    )
  })
})

test.each<[LabelSelectorOption, string]>([
  [{}, ''],
  [{ app: 'web' }, 'app=web'],
  [{ tier: 'a', app: 'web' }, 'app=web,tier=a'],
  [{ matchLabels: 'a', matchExpressions: 'b' }, 'matchExpressions=b,matchLabels=a'],
  [{ matchLabels: { app: 'web' } }, 'app=web'],
  [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, 'app'],
])('the selector %j is %s as text', (selector, text) => {
  expect(labelSelectorText(selector)).toBe(text)
})

test('a label whose value would be read as syntax has no text form', () => {
  expect(() => labelSelectorText({ app: 'a,b' })).toThrow('this requirement has no text form')
})
