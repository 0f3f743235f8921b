import { expect, test, vi } from 'vitest'
import { ListenerSet } from './listener-set.ts'

test('listeners are called in order, and a throwing listener does not affect the others', () => {
  const errors: unknown[] = []
  const listeners = new ListenerSet<[number]>(error => errors.push(error))
  const seen: string[] = []
  const failure = new Error('listener')
  listeners.add(value => seen.push(`first ${value}`))
  listeners.add(() => {
    throw failure
  })
  listeners.add(value => seen.push(`third ${value}`))
  listeners.emit(1)
  expect(seen).toEqual(['first 1', 'third 1'])
  expect(errors).toEqual([failure])
})

test('one function can be added twice, and each addition has its own unsubscribe function', () => {
  const listeners = new ListenerSet()
  const listener = vi.fn()
  const unsubscribe = listeners.add(listener)
  listeners.add(listener)
  expect(unsubscribe()).toBe(true)
  expect(unsubscribe()).toBe(false)
  listeners.emit()
  expect(listener).toHaveBeenCalledOnce()
  expect(listeners.size).toBe(1)
})

test('a listener that is removed during an emit is not called, and one that is added waits for the next', () => {
  const listeners = new ListenerSet()
  const [removed, added] = [vi.fn(), vi.fn()]
  listeners.add(() => {
    unsubscribe()
    listeners.add(added)
  })
  const unsubscribe = listeners.add(removed)
  listeners.emit()
  expect(removed).not.toHaveBeenCalled()
  expect(added).not.toHaveBeenCalled()
  listeners.clear()
  expect(listeners.size).toBe(0)
})
