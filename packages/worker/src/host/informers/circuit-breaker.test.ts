import { ConnectionError, type List, type ListerWatcher, StatusError, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const EMPTY: List<string> = { items: [], metadata: { resourceVersion: '1' }, apiVersion: 'v1', kind: 'List' }
const forbidden = new StatusError({ kind: 'Status', apiVersion: 'v1', code: 403, message: 'forbidden' })

/** A circuit breaker, and informers of a server that is down until `answers` changes its response. */
function rig(random = 0) {
  const clock = new FakeClock()
  const breaker = new CircuitBreaker({ clock, random: () => random })
  const requests: { readonly at: number; readonly name: string }[] = []
  const start = clock.now()
  let answer: () => Promise<List<string>> = () => Promise.reject(new ConnectionError('down'))
  const informer = (name: string) => {
    const inner: ListerWatcher<string> = {
      list: () => {
        requests.push({ at: clock.now() - start, name })
        return answer()
      },
      watch: () => Promise.reject(new UsageError('not here')),
    }
    return breaker.guard(inner)
  }
  /** Resolves with the outcome of a list. */
  const list = async (from: ListerWatcher<string>, signal = new AbortController().signal) => {
    try {
      await from.list({}, { signal })
      return 'answered'
    } catch (error) {
      return error instanceof Error ? error.constructor.name : 'aborted'
    }
  }
  return { clock, breaker, requests, informer, list, answers: (next: typeof answer) => (answer = next) }
}

describe('CircuitBreaker', () => {
  it('passes every request while the server responds, even with a Status error', async () => {
    const { requests, informer, list, answers } = rig()
    answers(() => Promise.reject(forbidden))
    const informers = ['a', 'b', 'c'].map(informer)
    for (let i = 0; i < 3; i++) await Promise.all(informers.map(each => list(each)))
    expect(requests).toHaveLength(9)
  })

  it('sends one attempt at a time for failed informers, with growing backoff', async () => {
    const { clock, requests, informer, list } = rig()
    const informers = Array.from({ length: 10 }, (_, i) => informer(String(i)))
    // Each informer retries 100 ms after each failure: 10 requests a second, 100 for all informers.
    const retries = async (from: ListerWatcher<string>): Promise<void> => {
      await list(from)
      clock.setTimeout(() => void retries(from), 100)
    }
    for (const each of informers) void retries(each)
    await clock.advance(60_000)
    expect(requests.filter(({ at }) => at === 0)).toHaveLength(10)
    expect(requests.slice(10).map(({ at }) => at)).toEqual([500, 1500, 3500, 7500, 15_500, 31_500])
    // Each attempt is from another informer.
    expect(new Set(requests.slice(10).map(({ name }) => name)).size).toBe(6)
  })

  it('waits for up to half as long again, with the random number', async () => {
    const { clock, requests, informer, list } = rig(1)
    const only = informer('a')
    await list(only)
    for (const pauseMs of [750, 1500, 3000]) {
      const before = requests.length
      void list(only)
      await clock.advance(pauseMs - 1)
      expect(requests).toHaveLength(before)
      await clock.advance(1)
      expect(requests).toHaveLength(before + 1)
    }
  })

  it('passes all waiting requests once one of them succeeds', async () => {
    const { clock, requests, informer, list, answers } = rig()
    const informers = ['a', 'b', 'c'].map(informer)
    await Promise.all(informers.map(each => list(each)))
    answers(async () => EMPTY)
    const outcomes = Promise.all(informers.map(each => list(each)))
    await clock.advance(499)
    expect(requests).toHaveLength(3)
    await clock.advance(1)
    expect([await outcomes, requests.length, clock.pendingTimers]).toEqual([Array(3).fill('answered'), 6, 0])
  })

  it('passes the other requests as soon as a long list makes progress', async () => {
    const { clock, breaker, list } = rig()
    let progress = () => {}
    const lists: Promise<List<string>>[] = [
      Promise.reject(new ConnectionError('down')),
      new Promise(() => {}),
    ]
    const long = breaker.guard<string>({
      list: (_, { onProgress }) => {
        progress = () => onProgress?.({ received: 1 })
        return lists.shift() ?? Promise.reject(new UsageError('too many'))
      },
      watch: () => Promise.reject(new UsageError('not here')),
    })
    const short = breaker.guard<string>({
      list: () => shortLists.shift() ?? Promise.resolve(EMPTY),
      watch: () => Promise.reject(new UsageError('not here')),
    })
    const shortLists: Promise<List<string>>[] = [Promise.reject(new ConnectionError('down'))]
    await Promise.all([list(long), list(short)])
    void list(long)
    const waiting = list(short)
    await clock.advance(500)
    progress()
    expect(await waiting).toBe('answered')
  })

  it('does not delay an informer whose own attempts succeed', async () => {
    const { clock, breaker, informer, list } = rig()
    const broken = informer('broken')
    const healthy = breaker.guard<string>({
      list: async () => EMPTY,
      watch: () => Promise.reject(new UsageError('not here')),
    })
    await list(broken)
    expect(await list(healthy)).toBe('answered')
    expect(await list(broken)).toBe('ConnectionError')
    expect(clock.pendingTimers).toBe(0)
  })

  it('drops an aborted request, and replaces an aborted probe with the next request', async () => {
    const { clock, requests, informer, list, answers } = rig()
    const [a, b, c] = [informer('a'), informer('b'), informer('c')]
    await Promise.all([a, b, c].map(each => list(each)))
    answers(() => new Promise(() => {}))
    const stops = [new AbortController(), new AbortController()]
    const [first, second] = [list(a, stops[0]?.signal), list(b, stops[1]?.signal)]
    stops[0]?.abort()
    expect(await first).toBe('DOMException')
    await clock.advance(500)
    expect(requests.at(-1)).toEqual({ at: 500, name: 'b' })
    void second
    stops[1]?.abort()
    const stopped = new AbortController()
    stopped.abort()
    expect(await list(c, stopped.signal)).toBe('DOMException')
    expect(clock.pendingTimers).toBe(0)
  })

  it('passes all waiting requests at once when it is opened', async () => {
    const { clock, breaker, requests, informer, list, answers } = rig()
    const informers = ['a', 'b'].map(informer)
    await Promise.all(informers.map(each => list(each)))
    answers(async () => EMPTY)
    const outcomes = Promise.all(informers.map(each => list(each)))
    await clock.settle()
    breaker.open()
    expect([await outcomes, requests.length, clock.pendingTimers]).toEqual([['answered', 'answered'], 4, 0])
  })

  it('does not count a failed getToken as a failure of the server', async () => {
    const { clock, requests, informer, list, answers } = rig()
    answers(() => Promise.reject(new Error('getToken failed')))
    const only = informer('a')
    for (let i = 0; i < 3; i++) expect(await list(only)).toBe('Error')
    expect([requests.length, clock.pendingTimers]).toEqual([3, 0])
  })

  it('notifies a watch that it waits, so that the idle timeout does not run', async () => {
    const { clock, breaker } = rig()
    const waits: boolean[] = []
    const watches = [Promise.reject(new ConnectionError('down')), Promise.resolve((async function* () {})())]
    const informer = breaker.guard<string>({
      list: () => Promise.reject(new UsageError('not here')),
      watch: () => watches.shift() ?? Promise.reject(new UsageError('too many')),
    })
    const context = {
      signal: new AbortController().signal,
      onWaiting: (waiting: boolean) => waits.push(waiting),
    }
    await informer.watch({}, context).catch(() => {})
    const waiting = informer.watch({}, context)
    await clock.advance(500)
    await waiting
    expect(waits).toEqual([true, false])
  })
})
