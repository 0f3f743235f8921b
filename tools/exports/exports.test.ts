import { expect, test } from 'vitest'
import { publicEntries } from './entries.ts'
import { exportedNames } from './exported-names.ts'
import { overBudget } from './over-budget.ts'

test('the exported names of a source', () => {
  const source = `import { x } from './x.ts'
export { a, type B, c as d } from './a.ts'
export type { E, F } from './e.ts'
export interface G {}
export const h = 1
export async function i() {}
const hidden = 1
`
  expect(exportedNames(source)).toEqual(['B', 'E', 'F', 'G', 'a', 'd', 'h', 'i'])
})

test('an entry over its budget, without one, and a budget without an entry are problems', () => {
  const entries = [
    { name: 'a', exports: ['x', 'y'] },
    { name: 'b', exports: [] },
    { name: 'c', exports: ['z'] },
  ]
  expect(overBudget(entries, { a: 1, c: 1, d: 1 })).toEqual([
    'a exports 2 names, budget 1',
    'b has no budget',
    'd has a budget and must be an entry',
  ])
})

test('finds the entries of the packages', () => {
  const core = publicEntries().find(({ name }) => name === '@kube-informer/core')
  expect(core?.exports).toContain('SharedIndexInformer')
})
