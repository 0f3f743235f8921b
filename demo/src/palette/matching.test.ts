import { expect, test } from 'vitest'
import { definedKinds } from '../kinds/kind.ts'
import { matching } from './matching.ts'
import { kindNames } from './parse-query.ts'

/** As discovery adds them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  pods: 'po',
  deployments: 'deploy',
  services: 'svc',
  nodes: 'no',
  configmaps: 'cm',
  horizontalpodautoscalers: 'hpa',
  customresourcedefinitions: 'crd',
}
const kinds = definedKinds.map(kind => ({ ...kind, shortNames: [SHORT_NAMES[kind.plural] ?? ''] }))

const found = (text: string): readonly string[] =>
  matching(kinds, text, kindNames).map(({ plural }) => plural)

test.each([
  ['po', 'pods'],
  ['deploy', 'deployments'],
  ['svc', 'services'],
  ['no', 'nodes'],
  ['cm', 'configmaps'],
  ['hpa', 'horizontalpodautoscalers'],
  ['crd', 'customresourcedefinitions'],
])('%s finds %s first', (text, plural) => {
  expect(found(text)[0]).toBe(plural)
})

test('a part of a name is enough, and scattered letters are not', () => {
  expect(found('volume')).toEqual(expect.arrayContaining(['persistentvolumes', 'persistentvolumeclaims']))
  expect(found('xqz')).toEqual([])
})

test('without a text the order stays', () => {
  expect(matching(definedKinds, '', kindNames)).toBe(definedKinds)
})
