import { UsageError } from '@kube-informer/core'
import { beforeAll, expect, test } from 'vitest'
import { parseWhere } from './parse-where.ts'
import { loadPatternEngine } from './pattern-engine.ts'

beforeAll(loadPatternEngine)

const nested = (depth: number): unknown => (depth === 0 ? { path: 'a', eq: 1 } : { not: nested(depth - 1) })
const terms = (count: number) => ({ or: Array.from({ length: count }, () => ({ path: 'a', eq: 1 })) })

test.each([
  [null, 'filter.where: an object is expected'],
  ['status.phase', 'filter.where: an object is expected'],
  [[], 'filter.where: an object is expected'],
  [new Map(), 'filter.where: an object is expected'],
  [{}, 'filter.where.path: a text is expected'],
  [{ and: {} }, 'filter.where.and: an array is expected'],
  [{ and: [{ path: 'a', eq: 1 }, 7] }, 'filter.where.and[1]: an object is expected'],
  [{ and: [], or: [] }, 'filter.where: "and" cannot have other members beside it'],
  [{ not: { or: [{ path: 7, eq: 1 }] } }, 'filter.where.not.or[0].path: a text is expected'],
  [
    {
      and: [
        { path: 'a', eq: 1 },
        { path: 'status.conditions[?(@.type=Ready)]', eq: 'x' },
      ],
    },
    'filter.where.and[1].path: == or != is expected at character 27: "status.conditions[?(@.type" …',
  ],
  [
    { path: 'a' },
    'filter.where: exactly one of eq, in, exists, prefix, matches, lt, lte, gt, gte is expected, or and, or, not',
  ],
  [{ path: 'a', eq: 1, gt: 2 }, 'filter.where: exactly one of'],
  [{ path: 'a', equals: 1 }, 'filter.where: exactly one of'],
  [{ path: 'a', eq: 1, extra: 2 }, 'filter.where: there is no member "extra" here'],
  [{ path: 'a', eq: 1, as: 'time' }, 'filter.where: there is no member "as" here'],
  [
    JSON.parse('{"path":"a","eq":1,"__proto__":{"gt":2}}'),
    'filter.where: there is no member "__proto__" here',
  ],
  [{ path: 'a', eq: { b: 1 } }, 'filter.where.eq: a text, a number, true, false or null is expected'],
  [{ path: 'a', in: 'b' }, 'filter.where.in: an array is expected'],
  [{ path: 'a', in: ['b', null] }, 'filter.where.in[1]: a text, a number, true or false is expected'],
  [{ path: 'a', exists: 'yes' }, 'filter.where.exists: true or false is expected'],
  [{ path: 'a', prefix: 1 }, 'filter.where.prefix: a text is expected'],
  [{ path: 'a', matches: 1 }, 'filter.where.matches: a text is expected'],
  [{ path: 'a', matches: '(a)\\1' }, 'filter.where.matches: invalid escape sequence at character 6'],
  [{ path: 'a', matches: 'a(?=b)' }, 'filter.where.matches: invalid or unsupported group at character 3'],
  [{ path: 'a', matches: '((a{100}){100}){100}' }, 'filter.where.matches: expression is too large'],
  [{ path: 'a', gt: '2Gi' }, 'filter.where: a comparison with a text needs "as": number, quantity, time'],
  [{ path: 'a', gt: '2gi', as: 'quantity' }, 'filter.where.gt: the operand must be a quantity, got "2gi"'],
  [
    { path: 'a', gt: 'yesterday', as: 'time' },
    'filter.where.gt: the operand must be a time, got "yesterday"',
  ],
  [{ path: 'a', gt: true }, 'filter.where.gt: a text or a number is expected'],
  [{ path: 'a', gt: Number.NaN }, 'filter.where.gt: the operand must be a number, got null'],
  [{ path: 'a', gt: 1, as: 'bytes' }, 'filter.where.as: one of number, quantity, time is expected'],
  [nested(32), `filter.where${'.not'.repeat(32)}: conditions nest deeper than 32`],
  [nested(5_000), 'conditions nest deeper than 32'],
  [terms(201), 'filter.where.or[200]: there are more than 200 conditions'],
])('the error of an expression has the location of the mistake (%#)', (where, message) => {
  const parse = () => parseWhere(where, 'filter.where')
  expect(parse).toThrow(UsageError)
  expect(parse).toThrow(message)
})

test('the limits are inclusive, and members that are undefined do not count', () => {
  for (const where of [nested(31), terms(200), { path: 'a', eq: 1, in: undefined }])
    expect(() => parseWhere(where, 'filter.where')).not.toThrow()
})

test('a pattern of many states is an error for a long value, not a wait', () => {
  const where = parseWhere({ path: 'a', matches: '(a?){900}b' }, 'filter.where')
  if (where.type !== 'term') throw new Error('a term is expected')
  expect(where.test('b')).toBe(true)
  expect(() => where.test('a'.repeat(100_000))).toThrow('matching takes too long')
})
