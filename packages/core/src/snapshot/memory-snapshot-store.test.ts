import { describe, expect, test } from 'vitest'
import { pod } from '../test/scripted-lister-watcher.ts'
import { createMemorySnapshotStore } from './index.ts'

const { signal } = new AbortController()

describe('createMemorySnapshotStore', () => {
  test('is empty at first, then returns the saved snapshot', async () => {
    const store = createMemorySnapshotStore()
    expect(await store.load(signal)).toBeUndefined()
    await store.save({ type: 'replace', resourceVersion: '5', objects: [pod('a', 1), pod('b', 2)] }, signal)
    const upserts = new Map([['default/c', pod('c', 6)]])
    await store.save({ type: 'delta', resourceVersion: '7', upserts, deletions: ['default/a'] }, signal)
    expect(await store.load(signal)).toEqual({ resourceVersion: '7', objects: [pod('b', 2), pod('c', 6)] })
  })

  test('a loaded snapshot does not change after later saves', async () => {
    const store = createMemorySnapshotStore()
    await store.save({ type: 'replace', resourceVersion: '5', objects: [pod('a', 1)] }, signal)
    const loaded = await store.load(signal)
    await store.save({ type: 'replace', resourceVersion: '6', objects: [] }, signal)
    expect(loaded).toEqual({ resourceVersion: '5', objects: [pod('a', 1)] })
  })

  test('rejects a delta without a saved collection, whose objects would be incomplete', async () => {
    const store = createMemorySnapshotStore()
    const change = { type: 'delta', resourceVersion: '7', upserts: new Map(), deletions: [] } as const
    await expect(store.save(change, signal)).rejects.toThrow(/needs a collection/)
    expect(await store.load(signal)).toBeUndefined()
  })
})
