import { expect, test } from 'vitest'
import type { Kind } from '../kinds/kind.ts'
import { kindNamed, parseQuery } from './parse-query.ts'

const pods: Kind = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
  shortNames: ['po'],
}
const deployments: Kind = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  singular: 'deployment',
  kind: 'Deployment',
  namespaced: true,
  shortNames: ['deploy'],
}
const kinds = [pods, deployments]

test.each([
  ['po', pods],
  ['Pod', pods],
  ['deploy', deployments],
  ['deployment', deployments],
  ['deployments.apps', deployments],
  ['dep', undefined],
])('kubectl takes %s for a kind', (word, kind) => {
  expect(kindNamed(word, kinds)).toBe(kind)
})

test('a kind and a space search its objects', () => {
  expect(parseQuery(':po web', kinds)).toEqual({ text: 'po web', kind: pods, objectText: 'web' })
  expect(parseQuery('deploy shop/web', kinds)).toMatchObject({ kind: deployments, objectText: 'shop/web' })
  expect(parseQuery('po ', kinds)).toMatchObject({ kind: pods, objectText: '' })
})

test('other texts search the objects of the kind that is shown', () => {
  expect(parseQuery(':po', kinds)).toEqual({ text: 'po', kind: undefined, objectText: 'po' })
  expect(parseQuery('front end', kinds)).toMatchObject({ kind: undefined, objectText: 'front end' })
})
