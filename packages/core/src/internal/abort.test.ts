import { expect, test, vi } from 'vitest'
import { abortable, onAbort } from './index.ts'

test('onAbort calls back once with the reason', () => {
  const controller = new AbortController()
  const callback = vi.fn()
  onAbort(controller.signal, callback)
  expect(callback).not.toHaveBeenCalled()
  controller.abort('over')
  expect(callback.mock.calls).toEqual([['over']])
})

test('onAbort calls back at once for a signal that has aborted', () => {
  const callback = vi.fn()
  onAbort(AbortSignal.abort('over'), callback)
  expect(callback.mock.calls).toEqual([['over']])
})

test('onAbort does not call back after unsubscribing', () => {
  const controller = new AbortController()
  const callback = vi.fn()
  onAbort(controller.signal, callback)()
  controller.abort()
  expect(callback).not.toHaveBeenCalled()
  expect(onAbort(undefined, callback)).toBeTypeOf('function')
})

test('abortable settles like the promise, or rejects with the reason', async () => {
  const controller = new AbortController()
  await expect(abortable(Promise.resolve(1), controller.signal)).resolves.toBe(1)
  await expect(abortable(Promise.reject(new Error('no')), controller.signal)).rejects.toThrow('no')
  const pending = abortable(new Promise(() => {}), controller.signal)
  controller.abort(new Error('over'))
  await expect(pending).rejects.toThrow('over')
  await expect(abortable(Promise.resolve(1), controller.signal)).rejects.toThrow('over')
})
