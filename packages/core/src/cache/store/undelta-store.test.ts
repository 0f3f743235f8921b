import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { UndeltaStore } from './undelta-store.ts'

function newStore() {
  const pushes: (readonly KubernetesObject[])[] = []
  const store = new UndeltaStore<KubernetesObject>({ pushFunction: objects => pushes.push(objects) })
  return { store, pushes }
}

describe('UndeltaStore', () => {
  test('T-UND-1: an add and an update each pass the whole content', () => {
    const { store, pushes } = newStore()
    const [before, after] = [pod('a', 1), pod('a', 2)]
    store.add(before)
    store.update(after)
    expect(pushes).toEqual([[before], [after]])
  })

  test('T-UND-2: a deletion passes the empty list', () => {
    const { store, pushes } = newStore()
    store.add(pod('a', 1))
    store.delete(pod('a', 1))
    expect(pushes).toEqual([[pod('a', 1)], []])
  })

  test('T-UND-3: reads pass nothing', () => {
    const { store, pushes } = newStore()
    expect([store.list(), store.get(pod('a', 1)), store.getByKey('a')]).toEqual([[], undefined, undefined])
    expect(pushes).toEqual([])
  })

  test('T-UND-4: a replace passes the content once', () => {
    const { store, pushes } = newStore()
    store.replace([pod('a', 1), pod('b', 1)], '1')
    expect(pushes).toEqual([[pod('a', 1), pod('b', 1)]])
  })

  test('a write that fails passes nothing', () => {
    const { store, pushes } = newStore()
    expect(() => store.add({})).toThrow()
    expect(pushes).toEqual([])
  })
})
