import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'
import { HealthzAdaptor } from './healthz-adaptor.ts'

beforeAll(() => TestElection.warmUp())

/** The message of the check, or 'ok'. */
function resultOf(adaptor: HealthzAdaptor): string {
  try {
    adaptor.check()
    return 'ok'
  } catch (error) {
    return (error as Error).message
  }
}

/** The result of a check, some time after the lease with this holder changed last. */
async function resultAfter(ms: number, holderIdentity: string, toleranceMs: number): Promise<string> {
  const election = new TestElection()
  if (holderIdentity !== 'a') election.put({ holderIdentity, leaseDurationSeconds: 3600 })
  const { elector, run } = election.candidate('a', { name: 'foo' })
  const adaptor = new HealthzAdaptor(toleranceMs)
  adaptor.setLeaderElection(elector)
  void run()
  await election.clock.settle()
  // Nothing is renewed any more.
  election.fetch = () => new Promise(() => {})
  await election.clock.advance(ms)
  return resultOf(adaptor)
}

test('T-LEH-1: a process that holds an expired lease is not healthy', async () => {
  const adaptor = new HealthzAdaptor(20_000)
  expect([adaptor.name, resultOf(adaptor)]).toEqual(['leaderElection', 'ok'])
  expect(await resultAfter(3_600_000, 'a', 20_000)).toBe('failed election to renew leadership on lease foo')
  expect(await resultAfter(3_600_000, 'b', 20_000)).toBe('ok')
  expect(await resultAfter(0, 'a', 20_000)).toBe('ok')
  expect(await resultAfter(35_000, 'a', 20_000)).toBe('ok')
  expect(await resultAfter(35_001, 'a', 20_000)).not.toBe('ok')
  expect(await resultAfter(15_001, 'a', 0)).not.toBe('ok')
})

test('T-LE-18: the check can run at any time', async () => {
  const election = new TestElection()
  const { elector, abort, run } = election.candidate('a')
  elector.check(0)
  const running = run()
  for (let second = 0; second < 30; second++) {
    elector.check(0)
    await election.clock.advance(1000)
  }
  abort()
  elector.check(0)
  await election.clock.settle()
  await running
})
