import { getEventListeners } from 'node:events'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { LinkedAbort } from './linked-abort.ts'
import { withDeadline } from './with-deadline.ts'

const listeners = (...controllers: readonly AbortController[]) =>
  controllers.map(({ signal }) => getEventListeners(signal, 'abort').length)

test('aborts with the reason of the first signal that aborts', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const linked = new LinkedAbort(first.signal, second.signal)
  expect(linked.signal.aborted).toBe(false)
  second.abort('second')
  first.abort('first')
  expect(linked.signal.reason).toBe('second')
})

test('has aborted if one of the signals has', () => {
  const linked = new LinkedAbort(new AbortController().signal, AbortSignal.abort('early'))
  expect(linked.signal.reason).toBe('early')
})

test('leaves no listener, and follows no signal, once it is released', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const linked = new LinkedAbort(first.signal, second.signal)
  expect(listeners(first, second)).toEqual([1, 1])
  linked.release()
  linked.release()
  expect(listeners(first, second)).toEqual([0, 0])
  first.abort()
  expect(linked.signal.aborted).toBe(false)
})

test('a call with a deadline leaves no listener, and aborts with the signal or at the deadline', async () => {
  const clock = new FakeClock()
  const caller = new AbortController()
  const options = { clock, timeoutMs: 1000, what: 'ask' }
  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  expect(await withDeadline(options, caller.signal, async () => 'answer')).toBe('answer')
  const late = expect(withDeadline(options, caller.signal, aborted)).rejects.toThrow(
    'ask: no answer within 1000 ms',
  )
  await clock.advance(1000)
  await late
  expect([listeners(caller), clock.pendingTimers]).toEqual([[0], 0])
  const left = expect(withDeadline(options, caller.signal, aborted)).rejects.toBe('left')
  caller.abort('left')
  await left
  expect(clock.pendingTimers).toBe(0)
})
