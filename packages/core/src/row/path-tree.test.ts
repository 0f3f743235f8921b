import { expect, test } from 'vitest'
import { parseValuePath } from '../api/value-path.ts'
import { createPathTree, type PathNode } from './path-tree.ts'

/** A tree as text: each node with the paths that end in it and those that lead to it. */
function show({ ends, paths, isSingle, members, items }: PathNode): object {
  const below = [
    ...members.map(({ name, first, node }) => [`.${name} ${first}`, show(node)]),
    ...items.map(({ step, keys, node }) => [
      JSON.stringify([step, ...keys.map(({ name }) => name)]),
      show(node),
    ]),
  ]
  return { is: `${ends}|${paths}|${isSingle ? 'once' : 'often'}`, ...Object.fromEntries(below) }
}

const treeOf = (...paths: readonly string[]) => createPathTree(paths.map(parseValuePath))
/** How many nodes of items the paths have below a member `a`. */
const itemsOf = (...steps: readonly string[]) =>
  treeOf(...steps.map(step => `a${step}`)).members[0]?.node.items.length

test('paths that begin with the same members share their nodes', () => {
  expect(show(treeOf('a.b', 'a.c', 'a', 'd'))).toEqual({
    is: '|0,1,2,3|once',
    '.a 97': { is: '2|0,1,2|once', '.b 98': { is: '0|0|once' }, '.c 99': { is: '1|1|once' } },
    '.d 100': { is: '3|3|once' },
  })
})

test('what is below all items, or below those that pass a filter, is there often', () => {
  const item = (step: object, ...keys: string[]) => JSON.stringify([step, ...keys])
  expect(show(treeOf('a[0].b', 'a[*].b', 'a[?(@.c.d=="x")]'))).toEqual({
    is: '|0,1,2|once',
    '.a 97': {
      is: '|0,1,2|once',
      [item({ type: 'item', index: 0 })]: { is: '|0|once', '.b 98': { is: '0|0|once' } },
      [item({ type: 'items' })]: { is: '|1|often', '.b 98': { is: '1|1|often' } },
      [item({ type: 'filter', path: ['c', 'd'], isEqual: true, value: 'x' }, 'c', 'd')]: { is: '2|2|often' },
    },
  })
})

test.each([
  ['[0]', '[0]', 1],
  ['[0]', '[1]', 2],
  ['[0]', '[*]', 2],
  ['[*]', '[0]', 2],
  ['[*]', '[*]', 1],
  ['[*]', '[?(@.b=="x")]', 2],
  ['[?(@.b=="x")]', '[*]', 2],
  ['[?(@.b=="x")]', '[0]', 2],
  ['[?(@.b=="x")]', '[?(@.b=="x")]', 1],
  ['[?(@.b=="x")]', '[?(@.b!="x")]', 2],
  ['[?(@.b=="x")]', '[?(@.b=="y")]', 2],
  ['[?(@.b=="x")]', '[?(@.c=="x")]', 2],
])('%s and %s are %d steps', (one, other, count) => expect(itemsOf(one, other)).toBe(count))
