import { beforeAll, describe } from 'vitest'
import { crashes } from './crashes.suite.ts'
import { gaplessHistories } from './gapless-histories.suite.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { oneWatchUpstream } from './one-watch-upstream.suite.ts'
import { revocation } from './revocation.suite.ts'
import { slowReaders } from './slow-readers.suite.ts'
import { stopping } from './stop.suite.ts'
import { storage } from './storage.suite.ts'

const SUITES = [oneWatchUpstream, gaplessHistories, revocation, crashes, slowReaders, storage, stopping]

/** Tests the invariants of a relay on a host. */
export function describeInvariants(name: string, open: () => Promise<HostUnderTest>): void {
  describe(`the invariants of a relay in ${name}`, { timeout: 90_000 }, () => {
    let host: HostUnderTest
    beforeAll(async () => {
      host = await open()
      return () => host.close()
    })
    for (const suite of SUITES) suite(() => host)
  })
}
