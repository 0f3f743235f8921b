import { describe, expect, test } from 'vitest'
import { isNotFound } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { parseLabelSelector } from '../../api/selectors.ts'
import { metaNamespaceIndex, NAMESPACE_INDEX } from './index-function.ts'
import { Indexer } from './indexer.ts'
import { Lister } from './lister.ts'

const named = (name: string, namespace = '', labels: Record<string, string> = {}): KubernetesObject => ({
  metadata: { name, labels, ...(namespace === '' ? {} : { namespace }) },
})
const names = (objects: readonly KubernetesObject[]) => objects.map(object => object.metadata?.name).sort()

function listerOver(objects: readonly KubernetesObject[], withIndex = true) {
  const indexer = new Indexer<KubernetesObject>(
    withIndex ? { indexers: { [NAMESPACE_INDEX]: metaNamespaceIndex } } : {},
  )
  indexer.replace(objects)
  return new Lister(indexer)
}

describe('Lister', () => {
  test('T-LST-1: a selector picks the tenth that it matches out of 100,000', () => {
    const lister = listerOver(
      Array.from({ length: 100_000 }, (_, i) => named(`o${i}`, '', { match: String(i % 10 === 0) })),
    )
    expect(lister.list({ labelSelector: parseLabelSelector('match=true') })).toHaveLength(10_000)
  })

  test('T-LST-3: a selector that matches nothing gives nothing, of a million', () => {
    const labels = { app: 'web' }
    const indexer = new Indexer<KubernetesObject>()
    for (let i = 0; i < 1_000_000; i++) indexer.add({ metadata: { name: `o${i}`, labels } })
    expect(new Lister(indexer).list({ labelSelector: parseLabelSelector('app=db') })).toEqual([])
  }, 30_000)

  const mixed = [named('foo', 'ns-foo'), named('foo1', 'ns-foo'), named('bar', 'ns-bar')]

  test('T-LST-4, T-LST-5: a namespace gives what it has, and NotFound for what it has not', () => {
    const lister = listerOver(mixed).namespace('ns-foo')
    expect(lister.get('foo1').metadata?.namespace).toBe('ns-foo')
    let error: unknown
    try {
      lister.get('missing')
    } catch (thrown) {
      error = thrown
    }
    expect(isNotFound(error)).toBe(true)
    expect(String(error)).toMatch(/"missing" not found/)
  })

  test.each([true, false])(
    'T-LST-6: a namespace lists its own, with a namespace index or without (%s)',
    withIndex => {
      const lister = listerOver(mixed, withIndex)
      expect(names(lister.namespace('ns-foo').list())).toEqual(['foo', 'foo1'])
      expect(names(lister.namespace('').list())).toEqual(['bar', 'foo', 'foo1'])
    },
  )

  test('T-LST-7, T-LST-8: a name alone finds what is cluster-scoped, and nothing in a namespace', () => {
    const lister = listerOver([...mixed, named('name-foo1'), named('name-foo', 'ns-foo')])
    expect(lister.get('name-foo1').metadata?.name).toBe('name-foo1')
    expect(() => lister.get('name-foo')).toThrow(/not found/)
  })

  test('T-LST-9: everything, and the same array while nothing changed', () => {
    const lister = listerOver([named('a'), named('b')])
    expect(names(lister.list())).toEqual(['a', 'b'])
    expect(lister.list()).toBe(lister.list())
  })
})
