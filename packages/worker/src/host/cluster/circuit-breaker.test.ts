import { ConnectionError, type List, type ListerWatcher, StatusError, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const EMPTY: List<string> = { items: [], metadata: { resourceVersion: '1' }, apiVersion: 'v1', kind: 'List' }
const refused = new StatusError({ kind: 'Status', apiVersion: 'v1', code: 403, message: 'forbidden' })

/** A server that is down until somebody says otherwise, and informers that ask again after a while. */
function rig() {
  const clock = new FakeClock()
  const breaker = new CircuitBreaker({ clock, random: () => 0 })
  const asked: { readonly at: number; readonly name: string }[] = []
  const start = clock.now()
  let answer: () => Promise<List<string>> = () => Promise.reject(new ConnectionError('down'))
  const informer = (name: string) => {
    const inner: ListerWatcher<string> = {
      list: () => {
        asked.push({ at: clock.now() - start, name })
        return answer()
      },
      watch: () => Promise.reject(new UsageError('not here')),
    }
    return breaker.guard(inner)
  }
  /** Tells what became of a list. */
  const list = async (from: ListerWatcher<string>, signal = new AbortController().signal) => {
    try {
      await from.list({}, { signal })
      return 'answered'
    } catch (error) {
      return error instanceof Error ? error.constructor.name : 'aborted'
    }
  }
  return { clock, breaker, asked, informer, list, answers: (next: typeof answer) => (answer = next) }
}

describe('CircuitBreaker', () => {
  it('lets everybody through while the server answers, refusals included', async () => {
    const { asked, informer, list, answers } = rig()
    answers(() => Promise.reject(refused))
    const informers = ['a', 'b', 'c'].map(informer)
    for (let i = 0; i < 3; i++) await Promise.all(informers.map(each => list(each)))
    expect(asked).toHaveLength(9)
  })

  it('sends one attempt at a time of those who have failed, after pauses that grow', async () => {
    const { clock, asked, informer, list } = rig()
    const informers = Array.from({ length: 10 }, (_, i) => informer(String(i)))
    // Each asks anew a tenth of a second after each failure: ten times a second, all together a hundred.
    const asks = async (from: ListerWatcher<string>): Promise<void> => {
      await list(from)
      clock.setTimeout(() => void asks(from), 100)
    }
    for (const each of informers) void asks(each)
    await clock.advance(60_000)
    expect(asked.filter(({ at }) => at === 0)).toHaveLength(10)
    expect(asked.slice(10).map(({ at }) => at)).toEqual([500, 1500, 3500, 7500, 15_500, 31_500])
    // They take turns.
    expect(new Set(asked.slice(10).map(({ name }) => name)).size).toBe(6)
  })

  it('lets all go together once any of them was answered', async () => {
    const { clock, asked, informer, list, answers } = rig()
    const informers = ['a', 'b', 'c'].map(informer)
    await Promise.all(informers.map(each => list(each)))
    answers(async () => EMPTY)
    const outcomes = Promise.all(informers.map(each => list(each)))
    await clock.advance(499)
    expect(asked).toHaveLength(3)
    await clock.advance(1)
    expect([await outcomes, asked.length, clock.pendingTimers]).toEqual([Array(3).fill('answered'), 6, 0])
  })

  it('lets others go as soon as a long list begins to arrive', async () => {
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

  it('does not keep those waiting whose own attempts succeed: the trouble is another’s', async () => {
    const { clock, breaker, informer, list } = rig()
    const broken = informer('broken')
    const well = breaker.guard<string>({
      list: async () => EMPTY,
      watch: () => Promise.reject(new UsageError('not here')),
    })
    await list(broken)
    expect(await list(well)).toBe('answered')
    expect(await list(broken)).toBe('ConnectionError')
    expect(clock.pendingTimers).toBe(0)
  })

  it('forgets who stops waiting, and gives the turn of a probe that is stopped to the next', async () => {
    const { clock, asked, informer, list, answers } = rig()
    const [a, b, c] = [informer('a'), informer('b'), informer('c')]
    await Promise.all([a, b, c].map(each => list(each)))
    answers(() => new Promise(() => {}))
    const stops = [new AbortController(), new AbortController()]
    const [first, second] = [list(a, stops[0]?.signal), list(b, stops[1]?.signal)]
    stops[0]?.abort()
    expect(await first).toBe('DOMException')
    await clock.advance(500)
    expect(asked.at(-1)).toEqual({ at: 500, name: 'b' })
    void second
    stops[1]?.abort()
    const stopped = new AbortController()
    stopped.abort()
    expect(await list(c, stopped.signal)).toBe('DOMException')
    expect(clock.pendingTimers).toBe(0)
  })

  it('lets everybody go at once when it is opened', async () => {
    const { clock, breaker, asked, informer, list, answers } = rig()
    const informers = ['a', 'b'].map(informer)
    await Promise.all(informers.map(each => list(each)))
    answers(async () => EMPTY)
    const outcomes = Promise.all(informers.map(each => list(each)))
    await clock.settle()
    breaker.open()
    expect([await outcomes, asked.length, clock.pendingTimers]).toEqual([['answered', 'answered'], 4, 0])
  })

  it('knows nothing of a server from a token that could not be had', async () => {
    const { clock, asked, informer, list, answers } = rig()
    answers(() => Promise.reject(new Error('getToken failed')))
    const only = informer('a')
    for (let i = 0; i < 3; i++) expect(await list(only)).toBe('Error')
    expect([asked.length, clock.pendingTimers]).toEqual([3, 0])
  })

  it('tells a watch that it waits, so that its silence is not held against it', async () => {
    const { clock, breaker } = rig()
    const told: boolean[] = []
    const watches = [Promise.reject(new ConnectionError('down')), Promise.resolve((async function* () {})())]
    const informer = breaker.guard<string>({
      list: () => Promise.reject(new UsageError('not here')),
      watch: () => watches.shift() ?? Promise.reject(new UsageError('too many')),
    })
    const context = {
      signal: new AbortController().signal,
      onWaiting: (waiting: boolean) => told.push(waiting),
    }
    await informer.watch({}, context).catch(() => {})
    const waiting = informer.watch({}, context)
    await clock.advance(500)
    await waiting
    expect(told).toEqual([true, false])
  })
})
