import { describe, expect, test } from 'vitest'
import type { Fields } from '../object/any-object.ts'
import { attributeErrors, localErrors, subjectErrors, unionErrors } from './review-errors.ts'

const text = (errors: ReturnType<typeof subjectErrors>) =>
  errors.map(({ field, type, detail }) => `${field}: ${type}${detail === '' ? '' : `: ${detail}`}`)

describe('selectors', () => {
  const errorsOf = (selector: 'fieldSelector' | 'labelSelector', given: unknown) =>
    text(attributeErrors({ resourceAttributes: { [selector]: given } })).map(error =>
      error.replaceAll('spec.resourceAttributes.', ''),
    )

  test.each([
    [undefined, []],
    [{ rawSelector: 'a=b' }, []],
    [{ requirements: [{ key: 'a', operator: 'In', values: ['b'] }] }, []],
    [
      { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] },
      ['AT.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements'],
    ],
    [{}, ['AT.requirements: Required value: when AT is specified, requirements or rawSelector is required']],
    [
      {
        requirements: [
          { key: 'a', operator: 'In' },
          { key: 'b', operator: 'NotIn', values: [] },
        ],
      },
      [0, 1].map(
        index =>
          `AT.requirements[${index}].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      ),
    ],
    [
      {
        requirements: [
          { key: 'a', operator: 'Exists', values: ['x'] },
          { key: 'b', operator: 'DoesNotExist', values: ['x'] },
        ],
      },
      [0, 1].map(
        index =>
          `AT.requirements[${index}].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ),
    ],
    [
      {
        requirements: [
          { key: 'a', operator: 'Exists' },
          { key: 'a', operator: 'DoesNotExist' },
          { key: 'a', operator: 'Gt', values: ['1'] },
          { key: 'a', operator: 'Gt' },
        ],
      },
      [],
    ],
  ])('%j', (given, expected) => {
    for (const selector of ['fieldSelector', 'labelSelector'] as const)
      expect(errorsOf(selector, given).map(error => error.replaceAll(selector, 'AT'))).toEqual(expected)
  })

  test('a field needs a key, and a label a valid key and valid values', () => {
    expect(errorsOf('fieldSelector', { requirements: [{ operator: 'Exists' }] })).toEqual([
      'fieldSelector.requirements[0].key: Required value: must be specified',
    ])
    expect(errorsOf('fieldSelector', { requirements: [{ key: '-', operator: 'Exists' }] })).toEqual([])
    const label = errorsOf('labelSelector', {
      requirements: [{ key: '-', operator: 'In', values: ['ok', 'not ok'] }],
    })
    expect(label.map(error => error.split(':')[0])).toEqual([
      'labelSelector.requirements[0].key',
      'labelSelector.requirements[0].values[1]',
    ])
  })
})

test.each<[Fields, string[]]>([
  [{ resourceAttributes: {} }, []],
  [{ nonResourceAttributes: {} }, []],
  [
    {},
    [
      'spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
  ],
  [
    { resourceAttributes: {}, nonResourceAttributes: { path: '/p' } },
    [
      'spec: Invalid value: {"Path":"/p","Verb":""}: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
  ],
])('a review asks about a resource or about a path: %j', (spec, expected) => {
  expect(text(unionErrors(spec))).toEqual(expected)
})

test.each<[Fields, boolean]>([
  [{ user: 'a' }, true],
  [{ groups: ['g'] }, true],
  [{ user: '', groups: [] }, false],
  [{}, false],
])('a review of others has a user or a group: %j', (spec, isValid) => {
  expect(text(subjectErrors(spec))).toEqual(
    isValid ? [] : ['spec.user: Invalid value: "": at least one of user or group must be specified'],
  )
})

test.each<[Fields, string[]]>([
  [{ resourceAttributes: { namespace: 'a' } }, []],
  [{}, []],
  [
    { resourceAttributes: { namespace: 'b' } },
    ['spec.resourceAttributes.namespace: Invalid value: "b": must match metadata.namespace'],
  ],
  [
    { resourceAttributes: {}, nonResourceAttributes: { verb: 'get' } },
    [
      'spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace',
      'spec.nonResourceAttributes: Invalid value: {"Path":"","Verb":"get"}: disallowed on this kind of request',
    ],
  ],
])('a local review is about its namespace: %j', (spec, expected) => {
  expect(text(localErrors(spec, 'a'))).toEqual(expected)
})
