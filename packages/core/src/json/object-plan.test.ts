import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../api/errors.ts'
import { walkText } from '../test/walk-text.ts'
import { depthOf, type ObjectPlan, type PlanOptions, planObject } from './object-plan.ts'

describe('which parts remain', () => {
  test.each([
    [[['a', 'b']], '{"a":{"b":1,"c":2},"b":3}', '{"a":{"c":2},"b":3}'],
    [[['a', 'b']], '{"a":[{"b":1}]}', '{"a":[{"b":1}]}'],
    [[['a', 'b']], '{"a":"b"}', '{"a":"b"}'],
    [[['a'], ['a', 'b']], '{"a":{"b":1},"c":2}', '{"c":2}'],
    [[['metadata', 'name']], '{"metadata":{"name":"n"}}', '{"metadata":{"name":"n"}}'],
    [[['metadata']], '{"metadata":{"name":"n","labels":{"a":"b"}}}', '{"metadata":{"name":"n"}}'],
    [[['kind']], '{"kind":"Pod","spec":{}}', '{"kind":"Pod","spec":{}}'],
  ])('trim %j of %s is %s', (trim, text, expected) => {
    expect(walkText(text, { trim }).text).toBe(expected)
  })

  test.each([
    [
      [],
      '{"kind":"Pod","spec":{"a":1},"metadata":{"uid":"u","labels":{}}}',
      '{"kind":"Pod","metadata":{"uid":"u"}}',
    ],
    [[['spec']], '{"spec":{"a":{"b":1}},"status":{}}', '{"spec":{"a":{"b":1}}}'],
    [[['spec', 'a']], '{"spec":{"a":{"b":1},"c":2},"a":3}', '{"spec":{"a":{"b":1}}}'],
    [
      [['metadata', 'labels']],
      '{"metadata":{"uid":"u","labels":{"a":"b"},"x":1}}',
      '{"metadata":{"uid":"u","labels":{"a":"b"}}}',
    ],
    [[['spec', 'a']], '{"spec":[{"c":2}]}', '{"spec":[{"c":2}]}'],
  ])('pick %j of %s is %s', (pick, text, expected) => {
    expect(walkText(text, { pick }).text).toBe(expected)
  })

  test('trimmed parts of what is picked are cut, and what is only trimmed is not picked', () => {
    const text = '{"spec":{"a":1,"b":2},"status":{"c":3,"d":4}}'
    const trim = [
      ['spec', 'a'],
      ['status', 'c'],
    ]
    expect(walkText(text, { trim, pick: [['spec']] }).text).toBe('{"spec":{"b":2}}')
  })
})

const names = ['metadata', 'name', 'kind', 'a', 'b'] as const
const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('te"x\\t', 7, null, []),
    tie('object'),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), tie('any')), { selector: ([name]) => name })
    .map(entries => Object.fromEntries(entries)),
})).object as fc.Arbitrary<Readonly<Record<string, unknown>>>

const FINDS: readonly (readonly string[])[] = [
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['kind'],
  ['apiVersion'],
]
const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((segment, index) => path[index] === segment)

/** What remains of an object, by the definition of the options. */
function naive(
  object: Readonly<Record<string, unknown>>,
  { trim, pick }: PlanOptions,
  at: readonly string[],
): object {
  const kept = Object.entries(object).flatMap(([name, member]) => {
    const here = [...at, name]
    const leadsTo = (paths: readonly (readonly string[])[]) => paths.some(other => startsWith(other, here))
    const isBelow = (paths: readonly (readonly string[])[]) => paths.some(other => startsWith(here, other))
    if (!leadsTo(FINDS) && (isBelow(trim) || (pick && !leadsTo(pick) && !isBelow(pick)))) return []
    const isWhole = typeof member !== 'object' || member === null || Array.isArray(member)
    return [
      [
        name,
        isWhole || FINDS.some(find => find.join() === here.join())
          ? member
          : naive(member as Readonly<Record<string, unknown>>, { trim, pick }, here),
      ],
    ]
  })
  return Object.fromEntries(kept) as object
}

test('the text that remains is that of the object without its unwanted parts', () => {
  fc.assert(
    fc.property(
      value,
      fc.array(path, { maxLength: 3 }),
      fc.option(fc.array(path, { maxLength: 3 }), { nil: undefined }),
      fc.constantFrom(0, 2),
      (object, trim, picks, indent) => {
        // A path below a trimmed one need not be picked, and nothing is below a member that identifies.
        const sane = (paths: readonly string[][]) =>
          paths.filter(each => !FINDS.some(find => startsWith(each, find) && each.length > find.length))
        const options = {
          trim: sane(trim),
          pick: picks && sane(picks).filter(pick => !trim.some(each => startsWith(pick, each))),
        }
        const { text } = walkText(JSON.stringify(object, null, indent), options)
        expect(JSON.parse(text)).toEqual(naive(object, options, []))
      },
    ),
    { numRuns: 100 },
  )
})

test.each([
  [{}, 2],
  [{ finds: [['kind']] }, 1],
  [{ trim: [['a']] }, 2],
  [{ trim: [['a', 'b', 'c']] }, 3],
  [{ pick: [['a', 'b']] }, 2],
  [{ pick: [['a', 'b', 'c', 'd']] }, 4],
  [{ shares: true, finds: [] }, 2],
])('the plan of %j has depth %d', (options, depth) => {
  expect(depthOf(planObject({ trim: [], ...options }))).toBe(depth)
})

test('a path has at most 16 steps', () => {
  const path = (steps: number) => Array.from({ length: steps }, (_, step) => `s${step}`)
  expect(depthOf(planObject({ trim: [path(16)] }))).toBe(16)
  expect(() => planObject({ trim: [path(17)] })).toThrow(UsageError)
  expect(() => planObject({ trim: [], pick: [path(17)] })).toThrow('a path of more than 16 steps: s0.s1')
})

describe('what may be shared', () => {
  const below = (options: Partial<PlanOptions>, ...path: readonly string[]) =>
    path.reduce<ObjectPlan | undefined>(
      (plan, name) => (plan?.steps[plan.texts.indexOf(name)] ?? plan?.otherwise)?.below,
      planObject({ trim: [], ...options }),
    )

  test.each<[string, Partial<PlanOptions>]>([
    ['a member without a plan', {}],
    ['a member that is picked', { pick: [['spec']] }],
    ['a member of which a part is trimmed', { trim: [['spec', 'a', 'b']] }],
    ['a member of which a part is picked', { pick: [['spec', 'a']] }],
  ])('the members of %s, and not those below', (_, options) => {
    const planOf = (shares: boolean, ...path: readonly string[]) =>
      below({ ...options, shares }, ...path)?.shares ?? false
    expect([
      planOf(true),
      planOf(true, 'spec'),
      planOf(true, 'spec', 'a'),
      planOf(true, 'spec', 'c'),
    ]).toEqual([...[false, true, false, false]])
    expect([planOf(false), planOf(false, 'spec'), planOf(false, 'spec', 'a')]).toEqual([false, false, false])
  })

  test('only a value of which no part is cut has no plan below', () => {
    const shares = true
    expect(below({ shares }, 'spec', 'a')).toBeUndefined()
    expect(below({ shares, pick: [['spec', 'a']] }, 'spec', 'a')).toBeUndefined()
    expect(below({ shares, trim: [['spec', 'a']] }, 'spec', 'a')).toBeUndefined()
    expect(below({ shares, trim: [['spec', 'a', 'b']] }, 'spec', 'a')).toMatchObject({ texts: ['b'] })
    expect(below({ shares, trim: [['spec']] }, 'spec')).toBeUndefined()
    expect(below({ shares }, 'kind')).toBeUndefined()
    expect(below({ pick: [['spec']] }, 'spec')).toBeUndefined()
  })
})
