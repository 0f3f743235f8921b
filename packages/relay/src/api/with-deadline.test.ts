import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { withDeadline } from './with-deadline.ts'

const never = () => new Promise<never>(() => {})

test('a call that ignores its signal ends at the deadline, and when it is aborted', async () => {
  const clock = new FakeClock()
  const options = { clock, timeoutMs: 1000, what: 'authorize a reader' }
  const late = expect(withDeadline(options, new AbortController().signal, never)).rejects.toThrow(
    'authorize a reader: no answer within 1000 ms',
  )
  await clock.advance(1000)
  await late
  const aborting = new AbortController()
  const aborted = expect(withDeadline(options, aborting.signal, never)).rejects.toThrow('stopped')
  aborting.abort(new Error('stopped'))
  await aborted
  expect(clock.pendingTimers).toBe(0)
})
