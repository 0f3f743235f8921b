import { expect, test, vi } from 'vitest'
import { onAbort } from './on-abort.ts'

const setUp = (signal: AbortSignal | null | undefined) => {
  const callback = vi.fn<(reason: unknown) => void>()
  return { callback, unsubscribe: onAbort(signal, callback) }
}

test('the callback gets the reason of the abort, once', () => {
  const stop = new AbortController()
  const { callback } = setUp(stop.signal)
  expect(callback).not.toHaveBeenCalled()
  stop.abort('reason')
  stop.signal.dispatchEvent(new Event('abort'))
  expect(callback).toHaveBeenCalledExactlyOnceWith('reason')
})

test('the callback is called at once if the signal has aborted', () => {
  const { callback, unsubscribe } = setUp(AbortSignal.abort('before'))
  expect(callback).toHaveBeenCalledExactlyOnceWith('before')
  unsubscribe()
})

test('the callback is not called after it was unsubscribed', () => {
  const stop = new AbortController()
  const { callback, unsubscribe } = setUp(stop.signal)
  unsubscribe()
  stop.abort()
  expect(callback).not.toHaveBeenCalled()
})

test.each([undefined, null])('without a signal (%s) nothing is called', signal => {
  const { callback, unsubscribe } = setUp(signal)
  unsubscribe()
  expect(callback).not.toHaveBeenCalled()
})
