import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import { labelMatcher } from '../../api/selectors.ts'
import { Indexer } from './indexer.ts'
import { selectorIndex, selectorValues, selectsLabels } from './selector-index.ts'

const valuesOf = (selector: unknown) =>
  selectorIndex({ metadata: { namespace: 'ns' }, spec: { selector } }, objectAccess as ObjectAccess<unknown>)

test.each([
  [{ tier: 'web', app: 'x' }, ['ns/app=x']],
  [{ matchLabels: { app: 'x' }, matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, ['ns/app=x']],
  [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'y', 'x'] }] }, ['ns/app=x', 'ns/app=y']],
  [
    {
      matchExpressions: [
        { key: 'a', operator: 'NotIn', values: ['x'] },
        { key: 'b', operator: 'Exists' },
      ],
    },
    ['ns/b'],
  ],
  [{ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] }, ['ns/']],
  // A Service whose label has the name of a member of a LabelSelector.
  [{ matchLabels: 'x' }, ['ns/matchLabels=x']],
  [{}, []],
  [{ matchLabels: {} }, []],
  [{ matchLabels: null }, []],
  [undefined, []],
  [null, []],
  ['app=x', []],
  [['app'], []],
  [{ matchExpressions: [null, 7, {}] }, ['ns/']],
])('the values of the selector %j are %j', (selector, expected) => {
  expect(valuesOf(selector)).toEqual(expected)
})

test('a selector that is not valid selects nothing', () => {
  const select = (selector: unknown) => selectsLabels({ spec: { selector } }, { app: 'x' })
  expect(select({ app: 'x' })).toBe(true)
  expect(select({ matchExpressions: [{ key: 'app', operator: 'In', values: [] }] })).toBe(false)
  expect(select({ matchExpressions: [null] })).toBe(false)
  expect(selectsLabels(undefined)).toBe(false)
})

const key = fc.constantFrom('app', 'tier', 'matchLabels')
const value = fc.constantFrom('a', 'b', 'c')
const labels = fc.dictionary(key, value, { maxKeys: 3 })
const namespace = fc.constantFrom('n1', 'n2')
const expression = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ key, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
)
const labelSelector = fc.record({
  matchLabels: labels,
  matchExpressions: fc.array(expression, { maxLength: 3 }),
})
const selecting = fc.record({ namespace, selector: fc.oneof(labels, labelSelector) })

test('the index finds exactly the objects whose selectors match', () => {
  fc.assert(
    fc.property(fc.array(selecting, { maxLength: 12 }), namespace, labels, (given, ofPod, podLabels) => {
      const objects = given.map(({ namespace, selector }, i) => ({
        metadata: { namespace, name: `${i}` },
        spec: { selector },
      }))
      const indexer = new Indexer<(typeof objects)[number]>({ indexers: { selector: selectorIndex } })
      for (const object of objects) indexer.add(object)
      const candidates = selectorValues({ metadata: { namespace: ofPod, labels: podLabels } }).flatMap(each =>
        indexer.byIndex('selector', each),
      )
      const expected = objects.filter(({ metadata, spec: { selector } }) => {
        const { matchLabels, matchExpressions } = selector as Record<string, never>
        const isMap = !Array.isArray(matchExpressions)
        const isEmpty = isMap
          ? Object.keys(selector).length === 0
          : Object.keys(matchLabels ?? {}).length + (matchExpressions as readonly unknown[]).length === 0
        const form = isMap ? { matchLabels: selector as Record<string, string> } : selector
        return metadata.namespace === ofPod && !isEmpty && labelMatcher(form as object)(podLabels)
      })
      expect(candidates).toHaveLength(new Set(candidates).size)
      const found = candidates.filter(object => selectsLabels(object, podLabels))
      expect(new Set(found)).toEqual(new Set(expected))
    }),
    { numRuns: 500 },
  )
})
