import { encodeRow, type KubernetesObject } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import { POD, podAt } from '../test/cacher-rig.ts'
import { CachedObject } from './cached-object.ts'
import { identityOf, isRow, isStoredRow } from './fed.ts'
import { LazyObject } from './lazy-object.ts'

const pod = podAt('ns/a', 5, { labels: { app: '1' } })
const node: KubernetesObject = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } }

describe('an item of an object', () => {
  test('has its identity and its labels; "" and none for what is missing', () => {
    const known = ({ key, namespace, name, resourceVersion, labels, size }: CachedObject) => [
      key,
      namespace,
      name,
      resourceVersion,
      labels,
      size,
    ]
    expect(known(new CachedObject(pod))).toEqual(['ns/a', 'ns', 'a', '5', { app: '1' }, 0])
    expect(known(new CachedObject(node))).toEqual(['n', '', 'n', '', {}, 0])
    expect(known(new CachedObject({ ...POD }))).toEqual(['', '', '', '', {}, 0])
  })

  test('reads its fields at most once, and has name and namespace without them', () => {
    const fieldsOf = vi.fn(() => ({ 'spec.nodeName': 'one', 'status.phase': '' }))
    const item = new CachedObject(pod, fieldsOf)
    expect(['metadata.name', 'metadata.namespace'].map(path => item.field(path))).toEqual(['a', 'ns'])
    expect(fieldsOf).not.toHaveBeenCalled()
    expect(['spec.nodeName', 'status.phase', 'spec.x', 'constructor'].map(path => item.field(path))).toEqual([
      'one',
      '',
      '',
      '',
    ])
    expect(fieldsOf.mock.calls).toEqual([[pod]])
    expect(new CachedObject(pod).field('spec.nodeName')).toBe('')
    expect(new CachedObject(pod, { 'spec.nodeName': 'two' }).field('spec.nodeName')).toBe('two')
  })

  test('at another resourceVersion has the same content', () => {
    const later = new CachedObject(pod).at('9')
    expect(later.object).toEqual({ ...pod, metadata: { ...pod.metadata, resourceVersion: '9' } })
    expect(pod.metadata?.resourceVersion).toBe('5')
  })

  test('is that of the very same object, also if it is built late', () => {
    const lazy = new LazyObject(pod, () => pod)
    expect([new CachedObject(pod).isOf(pod), new CachedObject(pod).isOf({ ...pod })]).toEqual([true, false])
    const item = new CachedObject<KubernetesObject>(lazy)
    expect([item.isOf(lazy), item.isOf(pod), item.isOf({ ...pod })]).toEqual([true, true, false])
    expect(item.isOf(new LazyObject(pod, () => pod))).toBe(false)
    expect(new CachedObject<KubernetesObject>(pod).isOf(lazy)).toBe(false)
  })

  test('has a row with its content', () => {
    expect(new CachedObject(pod).row).toEqual(encodeRow(pod))
  })

  test('that a write replaces forgets its encodings', () => {
    const item = new CachedObject(pod)
    const encode = vi.fn(() => 'text')
    expect([item.encoded({ encode }), item.field('metadata.name')]).toEqual(['text', 'a'])
    const encoder = { encode }
    item.encoded(encoder)
    item.encoded(encoder)
    expect(encode).toHaveBeenCalledTimes(2)
    item.recall()
    item.encoded(encoder)
    expect(encode).toHaveBeenCalledTimes(3)
  })
})

describe('an object that is built late', () => {
  test('has its identity before, and is built once', () => {
    const build = vi.fn(() => pod)
    const lazy = new LazyObject(pod, build)
    const item = new CachedObject(lazy)
    expect([item.key, item.namespace, item.name, lazy.isBuilt]).toEqual(['ns/a', 'ns', 'a', false])
    expect([lazy.kind, lazy.apiVersion, lazy.metadata]).toEqual(['Pod', 'v1', pod.metadata])
    expect([item.object, item.object, lazy.isBuilt]).toEqual([pod, pod, true])
    expect(build).toHaveBeenCalledTimes(1)
  })

  test('without a type or metadata has empty ones', () => {
    const { kind, apiVersion, metadata } = new LazyObject({}, () => pod)
    expect([kind, apiVersion, metadata]).toEqual(['', '', {}])
  })
})

test('an object, a row, and a row whose text is stored are distinguished', () => {
  const stored = {
    namespace: 'ns',
    name: 'a',
    uid: '',
    resourceVersion: '5',
    key: 'ns/a',
    size: 1,
    position: 0,
  }
  const row = { ...stored, page: { read: () => [] } }
  const feds = [pod, new LazyObject(pod, () => pod), encodeRow(pod), row, { ...pod, body: 1, page: 1 }]
  expect(feds.map(fed => [isRow(fed), isStoredRow(fed)])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
    [false, false],
  ])
  expect(feds.map(identityOf)).toEqual(
    feds.map(() => expect.objectContaining({ namespace: 'ns', name: 'a', resourceVersion: '5' })),
  )
  expect(identityOf(node)).toEqual({ namespace: '', name: 'n', resourceVersion: '' })
  expect(identityOf({ ...POD })).toEqual({ namespace: '', name: '', resourceVersion: '' })
})
