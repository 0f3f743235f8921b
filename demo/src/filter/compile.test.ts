import { describe, expect, test } from 'vitest'
import { podView } from '../kinds/columns/pods.ts'
import { fieldsOf } from '../kinds/views.ts'
import { compileFilter } from './compile.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const fields = fieldsOf(podView.columns, podView.fields)

const compile = (text: string) => compileFilter(text, fields, NOW).filter
const mistake = (text: string): string | undefined => {
  const found = compileFilter(text, fields, NOW).mistake
  return found && `${found.start}-${found.end} ${found.message}`
}

describe('an expression', () => {
  test('that is empty has no filter', () => {
    expect(compileFilter('  ', fields, NOW)).toEqual({ mistake: undefined, usesTime: false })
  })

  test.each([
    ['web  api', { text: 'web api' }],
    ['"two words"', { text: 'two words' }],
    ['label:tier=frontend label:!canary', { labelSelector: 'tier=frontend,!canary' }],
    ['label:"app in (a, b)"', { labelSelector: 'app in (a, b)' }],
    ['ns:shop', { where: { path: 'metadata.namespace', in: ['shop'] } }],
    ['namespace:a,b', { where: { path: 'metadata.namespace', in: ['a', 'b'] } }],
    ['node=n1', { where: { path: 'spec.nodeName', in: ['n1'] } }],
    ['node!=n1', { where: { not: { path: 'spec.nodeName', in: ['n1'] } } }],
    ['node:ip-1.x', { where: { path: 'spec.nodeName', matches: '(?i)ip-1\\.x' } }],
    ['node=~^ip-(1|2)', { where: { path: 'spec.nodeName', matches: '^ip-(1|2)' } }],
    ['node!~^ip', { where: { not: { path: 'spec.nodeName', matches: '^ip' } } }],
    ['node:*', { where: { path: 'spec.nodeName', exists: true } }],
    ['-app:test', { where: { not: { path: 'metadata.labels.app', in: ['test'] } } }],
    ['age<1h', { where: { path: 'metadata.creationTimestamp', gt: NOW - 3_600_000, as: 'time' } }],
    ['age>=1d12h', { where: { path: 'metadata.creationTimestamp', lte: NOW - 129_600_000, as: 'time' } }],
    ['status:Running,Pending', computed({ field: 'status', in: ['Running', 'Pending'] })],
    ['status!=Running', computed({ not: { field: 'status', in: ['Running'] } })],
    ['status=~Back', computed({ field: 'status', matches: 'Back' })],
    ['restarts>3', computed({ field: 'restarts', gt: 3 })],
    [
      'restarts=3',
      computed({
        and: [
          { field: 'restarts', gte: 3 },
          { field: 'restarts', lte: 3 },
        ],
      }),
    ],
  ])('%s', (text, filter) => {
    expect(compile(text)).toEqual(filter)
  })

  test('of several places has one of them', () => {
    expect(compile('image:example')).toEqual({
      where: {
        or: [
          { path: 'spec.containers[*].image', matches: '(?i)example' },
          { path: 'spec.initContainers[*].image', matches: '(?i)example' },
        ],
      },
    })
  })

  test('divides its conditions among the members of a filter', () => {
    expect(compile('web status:Running label:tier=frontend ns:shop -app:test')).toEqual({
      text: 'web',
      labelSelector: 'tier=frontend',
      where: {
        and: [
          { path: 'metadata.namespace', in: ['shop'] },
          { not: { path: 'metadata.labels.app', in: ['test'] } },
        ],
      },
      ...computed({ field: 'status', in: ['Running'] }),
    })
  })

  test('has alternatives and groups', () => {
    expect(compile('(ns:a or label:b=c) -(web node=n1)')).toEqual({
      where: {
        and: [
          {
            or: [
              { path: 'metadata.namespace', in: ['a'] },
              { path: 'metadata.labels["b"]', eq: 'c' },
            ],
          },
          {
            not: {
              and: [
                {
                  or: [
                    { path: 'metadata.name', matches: '(?i)web' },
                    { path: 'metadata.namespace', matches: '(?i)web' },
                  ],
                },
                { path: 'spec.nodeName', in: ['n1'] },
              ],
            },
          },
        ],
      },
    })
    expect(compile('status:Failed or restarts>3')).toEqual(
      computed({
        or: [
          { field: 'status', in: ['Failed'] },
          { field: 'restarts', gt: 3 },
        ],
      }),
    )
  })

  test('knows whether it depends on the time', () => {
    expect(compileFilter('web or -age<1h', fields, NOW).usesTime).toBe(true)
    expect(compileFilter('web', fields, NOW).usesTime).toBe(false)
  })
})

function computed(args: object): object {
  return { predicate: { name: 'computed', args } }
}

test.each([
  ['web "a b', '4-8 The quotes have no end'],
  ['(web', '0-1 This parenthesis has no end'],
  ['web)', '3-4 This parenthesis has no beginning'],
  ['web or', '6-7 A condition is expected here'],
  ['or web', '0-2 A condition is expected here'],
  ['web -', undefined],
  ['web foo:bar', '4-7 There is no field “foo” here. Put quotes around a text with “:”'],
  ['web status:', '4-11 A value of status is expected after “:”'],
  ['restarts>many', '9-13 restarts is a number, such as 3'],
  ['node>1', '0-6 node is a text: use “:”, “=” or “=~”'],
  ['age<soon', '4-8 A duration is expected, such as 30s, 5m, 2h or 7d'],
  ['age:1h', '0-6 Compare a time with “<” or “>”'],
  ['node=~(', '6-7 This must be a regular expression'],
  ['label:a=b=c', '6-11 This must be a label selector, such as tier=frontend'],
  ['label:', '0-6 A label is expected after “:”'],
  ['status:Running or node:a', '0-24 “or” and “-” cannot combine status and restarts with other fields'],
])('%s has the mistake %s', (text, expected) => {
  expect(mistake(text)).toBe(expected)
})
