import { createKubeClient, type Fetch, type Random, sleep } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import { beforeAll, expect, test } from 'vitest'
import { TestElection } from '../test/election.ts'

beforeAll(() => TestElection.warmUp())

const MINUTES = 20

/** Leaders give up just before others may take over, and candidates look often: what is late by a second overlaps. */
const TIGHT = { leaseDurationMs: 15_000, renewDeadlineMs: 14_000, retryPeriodMs: 800, random: () => 0 }

/** A network that delays requests, loses answers, and is cut for up to half a minute. Late requests are still carried out. */
function unreliable({ clock, server }: TestElection, random: Random): Fetch {
  let cutUntil = 0
  return async (url, init) => {
    if (random() < 0.02) cutUntil = clock.now() + random() * 30_000
    if (clock.now() < cutUntil) return new Promise(() => {})
    const luck = random()
    if (luck < 0.05) throw new TypeError('unreachable')
    if (luck < 0.2) await sleep(clock, random() * 12_000)
    const answer = await server.fetch(url, { ...init, signal: null })
    return luck > 0.95 ? new Promise(() => {}) : answer
  }
}

test.for([1, 2, 3])(
  'at most one of four processes leads, whatever the network does (seed %i)',
  async seed => {
    const random = seededRandom(seed)
    const election = new TestElection()
    const { clock } = election
    const leading = new Set<string>()
    const overlaps: string[] = []
    const winners: string[] = []
    const lead = (identity: string) => (signal: AbortSignal) => {
      for (const other of leading) overlaps.push(`${identity} starts at ${election.now} while ${other} leads`)
      leading.add(identity)
      winners.push(identity)
      signal.addEventListener('abort', () => leading.delete(identity))
    }
    const stopping = new AbortController()
    const compete = async (identity: string) => {
      const fetch = unreliable(election, random)
      const client = createKubeClient({ baseUrl: 'https://cluster.example', clock, fetch })
      const options = {
        ...TIGHT,
        releaseOnCancel: true,
        onStartedLeading: lead(identity),
        lockOptions: { client },
      }
      const { elector } = election.candidate(identity, options)
      while (!stopping.signal.aborted) {
        // Some leaders are asked to stop, and release the lease.
        const term = new AbortController()
        stopping.signal.addEventListener('abort', () => term.abort())
        const timer = clock.setTimeout(() => term.abort(), random() * 120_000)
        await elector.run(term.signal).catch(() => {})
        clock.clearTimeout(timer)
      }
    }
    for (const identity of ['a', 'b', 'c', 'd']) void compete(identity)
    await clock.advance(MINUTES * 60_000)
    stopping.abort()
    await clock.advance(60_000)
    expect(overlaps).toEqual([])
    expect(new Set(winners).size).toBe(4)
    expect(winners.length).toBeGreaterThan(MINUTES / 2)
  },
)
