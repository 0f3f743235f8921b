import { describe, expect, test } from 'vitest'
import { Finalizers } from './finalizer-registry.ts'
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizers.ts'
import type { WritableObject } from './writable.ts'

const KEY = 'example.com/a'
const draft = (...finalizers: readonly string[]): WritableObject => ({ metadata: { name: 'x', finalizers } })
const deleted = (...finalizers: readonly string[]): WritableObject => ({
  metadata: { name: 'x', finalizers, deletionTimestamp: '2026-01-01T00:00:00Z' },
})

describe('addFinalizer and removeFinalizer', () => {
  test('C-UTL-11: adds a missing finalizer at the end', () => {
    const object = draft('other')
    expect(addFinalizer(object, KEY)).toBe(true)
    expect(object).toEqual(draft('other', KEY))
    expect(addFinalizer(object, KEY)).toBe(false)
    expect(object).toEqual(draft('other', KEY))
    const bare: WritableObject = {}
    expect([addFinalizer(bare, KEY), bare]).toEqual([true, { metadata: { finalizers: [KEY] } }])
  })

  test('C-UTL-11: removes each equal one and keeps the order of the others', () => {
    const object = draft('b', KEY, 'a', KEY, KEY)
    expect(removeFinalizer(object, KEY)).toBe(true)
    expect(object).toEqual(draft('b', 'a'))
    expect(removeFinalizer(object, KEY)).toBe(false)
    expect(removeFinalizer({}, KEY)).toBe(false)
  })

  test('C-UTL-11: hasFinalizer', () => {
    expect([hasFinalizer({ metadata: { finalizers: [KEY] } }, KEY), hasFinalizer({}, KEY)]).toEqual([
      true,
      false,
    ])
  })
})

describe('Finalizers', () => {
  const registry = (...outcomes: readonly (Error | undefined)[]) => {
    const calls: string[] = []
    const finalizers = new Finalizers<WritableObject & { status?: { reason?: string } }>()
    outcomes.forEach((outcome, index) => {
      finalizers.register(`example.com/${index}`, async object => {
        calls.push(`${index}`)
        if (!outcome) return
        object.status = { reason: outcome.message }
        throw outcome
      })
    })
    return { finalizers, calls }
  }

  test('C-UTL-12: adds the missing finalizers of an object that is not deleted', async () => {
    const { finalizers, calls } = registry(undefined, undefined)
    const object = draft('example.com/1')
    expect(await finalizers.finalize(object)).toEqual({ updated: true, statusUpdated: false })
    expect(object).toEqual(draft('example.com/1', 'example.com/0'))
    expect(await finalizers.finalize(object)).toEqual({ updated: false, statusUpdated: false })
    expect(calls).toEqual([])
  })

  test('C-UTL-12: runs and removes the finalizers of a deleted object', async () => {
    const { finalizers, calls } = registry(undefined, undefined)
    const object = deleted('other', 'example.com/1', 'example.com/0')
    expect(await finalizers.finalize(object)).toEqual({ updated: true, statusUpdated: false })
    expect([object, calls]).toEqual([deleted('other'), ['0', '1']])
    expect(await finalizers.finalize(object)).toEqual({ updated: false, statusUpdated: false })
    expect(calls).toHaveLength(2)
  })

  test('C-UTL-12: keeps a finalizer that failed, removes the others, and reports all errors', async () => {
    const { finalizers } = registry(new Error('first'), undefined, new Error('third'))
    const object = deleted('example.com/0', 'example.com/1', 'example.com/2')
    const { error, ...parts } = await finalizers.finalize(object)
    expect(parts).toEqual({ updated: true, statusUpdated: true })
    expect(error?.message).toBe(
      'finalizers failed: finalizer "example.com/0" failed: first; finalizer "example.com/2" failed: third',
    )
    expect(error?.errors).toMatchObject([{ cause: new Error('first') }, { cause: new Error('third') }])
    expect(object.metadata?.finalizers).toEqual(['example.com/0', 'example.com/2'])
  })

  test('C-UTL-12: rejects a key that is registered', () => {
    const { finalizers } = registry(undefined)
    expect(() => finalizers.register('example.com/0', () => {})).toThrow(
      'finalizer for key "example.com/0" already registered',
    )
  })
})
