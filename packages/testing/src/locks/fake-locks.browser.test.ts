import { expect, test } from 'vitest'
import type { FakeLockAgent } from './fake-lock-agent.ts'
import { createFakeLocks } from './fake-locks.ts'

/** The results of a sequence of requests for one lock. */
async function history(locks: Pick<FakeLockAgent, 'request'>, name: string): Promise<string[][]> {
  const seen: string[][] = []
  const ask = (options: Parameters<FakeLockAgent['request']>[1], until: Promise<void> | undefined) => {
    const own: string[] = []
    seen.push(own)
    return locks
      .request(name, options, granted => {
        own.push(granted ? 'granted' : 'refused')
        return until
      })
      .then(
        () => own.push('released'),
        (error: Error) => own.push(error.name),
      )
  }
  const [first, second, never] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const abort = new AbortController()
  const shared = ask({ mode: 'shared' }, first?.promise)
  const alsoShared = ask({ mode: 'shared' }, first?.promise)
  const exclusive = ask({}, second?.promise)
  await ask({ ifAvailable: true }, undefined)
  const waiting = ask({ signal: abort.signal }, undefined)
  abort.abort()
  await waiting
  first?.resolve()
  await Promise.all([shared, alsoShared])
  const preempted = ask({}, never?.promise)
  second?.resolve()
  await exclusive
  const stealing = ask({ steal: true }, undefined)
  await Promise.all([stealing, preempted])
  return seen
}

test('the fake locks behave like those of a browser', async () => {
  const name = `fake-locks-${crypto.randomUUID()}`
  expect(await history(createFakeLocks().agent(), name)).toEqual(await history(navigator.locks, name))
})
