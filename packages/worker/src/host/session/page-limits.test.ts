import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { HeldMessages } from './held-messages.ts'
import { resolveLimits } from './host-limits.ts'
import { messageSize, UnmeasurableError } from './message-size.ts'
import { PageRequests } from './page-requests.ts'
import { RecentUses } from './recent-uses.ts'
import { TokenBroker } from './token-broker.ts'

describe('the limits of a host', () => {
  test('have defaults, and an undefined one is not set', () => {
    const limits = resolveLimits()
    expect(limits).toEqual({
      ...{ pages: 1000, subscriptions: 5000, scopes: 1000, informers: 1000, calls: 10_000 },
      ...{ messages: 20_000, size: 64 * 1024 * 1024 },
    })
    expect(resolveLimits({ pages: 0, calls: undefined })).toEqual({ ...limits, pages: 0 })
  })
})

describe('the size of a message', () => {
  test.each<[unknown, number]>([
    [7, 8],
    ['text', 12],
    [null, 8],
    [[], 8],
    [['a', 'bc'], 8 + 9 + 10],
    [{ name: 'a' }, 8 + 12 + 9],
    [new Set(['a']), 8 + 9],
    [new Map([['a', 1]]), 8 + 9 + 8],
    [new Uint8Array(5), 13],
    [new ArrayBuffer(5), 13],
    [{ a: { b: [] } }, 8 + 9 + 8 + 9 + 8],
  ])('%o is %d', (message, size) => {
    expect(messageSize(message, 1_000_000)).toBe(size)
  })

  test('is counted up to the limit, which it may reach', () => {
    const message = ['a', 'b', 'c']
    expect([messageSize(message, 35), messageSize(message, 26), messageSize(message, 25)]).toEqual([
      35, 35, 26,
    ])
  })

  test('may be a hundred times that of what it shares, and no more', () => {
    const common = 'x'.repeat(10_000).split('')
    const times = (count: number) => Array.from({ length: count }, () => common)
    expect(messageSize(times(99), 1000)).toBeGreaterThan(1000)
    expect(messageSize(times(200), 100_000_000)).toBeGreaterThan(10_000_000)
    expect(() => messageSize(times(200), 15_000_000)).toThrow(UnmeasurableError)
  })
})

describe('the messages that a host remembers', () => {
  const start = () => new HeldMessages({ what: 'calls', maxCount: 3, maxSize: 30 })

  test('have different ids', () => {
    const held = start()
    held.add(1, '')
    expect(() => held.add(1, '')).toThrow('the page has used an id twice for its calls')
    held.delete(1)
    held.delete(1)
    held.add(1, '')
  })

  test('are so many', () => {
    const held = start()
    for (const id of [1, 2, 3]) held.add(id, '')
    expect(() => held.add(4, '')).toThrow('the page has more than 3 calls')
    held.delete(2)
    held.add(4, '')
  })

  test('are so large together; one that is too large is not remembered', () => {
    const held = start()
    held.add(1, 'x'.repeat(12))
    expect(() => held.add(2, 'xxx')).toThrow('the calls of the page are larger than 30 characters')
    held.add(2, 'xx')
    held.delete(1)
    held.delete(9)
    held.add(3, 'x'.repeat(12))
    expect(() => held.add(4, '')).toThrow('larger')
  })
})

describe('what a page uses', () => {
  function start(max = 2) {
    const clock = new FakeClock({ now: 1_000_000 })
    return { clock, uses: new RecentUses({ clock, max, excess: 'too many' }) }
  }

  test('counts once, however often it is used', () => {
    const { uses } = start()
    for (const key of ['a', 'a', 'b', 'a']) uses.open(key)
    expect(() => uses.open('c')).toThrow('too many')
  })

  test('counts for a minute after its last use', async () => {
    const { clock, uses } = start()
    const [first, second] = [uses.open('a'), uses.open('a')]
    uses.open('b')
    first()
    await clock.advance(100_000)
    expect(() => uses.open('c')).toThrow('too many')
    second()
    await clock.advance(60_000)
    expect(() => uses.open('c')).toThrow('too many')
    await clock.advance(1)
    uses.open('c')
    expect(() => uses.open('a')).toThrow('too many')
  })

  test('that is used again meanwhile still counts', async () => {
    const { clock, uses } = start(1)
    uses.open('a')()
    await clock.advance(60_001)
    uses.open('a')
    expect(() => uses.open('b')).toThrow('too many')
  })
})

describe('requests to a page', () => {
  function start() {
    const sent: number[] = []
    return { sent, requests: new PageRequests<string>('the option x', id => sent.push(id)) }
  }

  test('at one time share a message', async () => {
    const { sent, requests } = start()
    const both = Promise.all([requests.request(), requests.request()])
    requests.answer({ id: 9, value: 'of another', error: undefined })
    requests.answer({ id: 1, value: '', error: undefined })
    expect([await both, sent]).toEqual([['', ''], [1]])
    const next = requests.request()
    requests.answer({ id: 1, value: 'late', error: undefined })
    requests.answer({ id: 2, value: 'second', error: undefined })
    expect([await next, sent]).toEqual(['second', [1, 2]])
  })

  test.each([
    ['an error', 'no', 'the option x failed: no'],
    ['nothing', undefined, 'the option x failed: it returned nothing'],
  ])('that are answered with %s reject', async (_, error, message) => {
    const { requests } = start()
    const pending = requests.request()
    requests.answer({ id: 1, value: undefined, error })
    await expect(pending).rejects.toThrow(message)
  })

  test('reject when the page is gone', async () => {
    const { requests } = start()
    const pending = requests.request()
    requests.close()
    requests.close()
    await expect(pending).rejects.toThrow('the page has closed the connection')
  })
})

describe('the holders of tokens', () => {
  function start() {
    const sent: number[] = []
    const tokens = new TokenBroker(id => sent.push(id))
    /** Requests a token, which the page gives. */
    const get = async (from: () => Promise<string>, token: string) => {
      const pending = from()
      tokens.answer({ type: 'token', id: sent.at(-1) ?? 0, token })
      return pending
    }
    return { sent, tokens, get }
  }

  test('are notified if they hold another token than the page has given, unless they ask', async () => {
    const { tokens, get } = start()
    const outdated = [vi.fn(), vi.fn(), vi.fn()]
    const holders = outdated.map(each => tokens.hold(each))
    const [one, two] = holders
    if (!one || !two) throw new Error('there are holders')
    await get(one, 'first')
    await two()
    await get(one, 'second')
    expect(outdated.map(each => each.mock.calls.length)).toEqual([0, 1, 0])
    await get(() => tokens.getToken(), 'first')
    expect(outdated.map(each => each.mock.calls.length)).toEqual([1, 1, 0])
  })

  test('have the last token, for which the page is not asked again', async () => {
    const { sent, tokens, get } = start()
    await get(() => tokens.current(), 'first')
    expect([await tokens.current(), await tokens.hold(() => {})(), sent]).toEqual(['first', 'first', [1]])
  })

  test('are forgotten when the page is gone, with its token', async () => {
    const { sent, tokens, get } = start()
    const [onOutdated, onChange] = [vi.fn(), vi.fn()]
    tokens.onChange(onChange)
    await get(tokens.hold(onOutdated), 'first')
    tokens.close()
    await get(() => tokens.current(), 'second')
    await get(() => tokens.getToken(), 'third')
    expect([sent, onOutdated.mock.calls.length, onChange.mock.calls.length]).toEqual([[1, 2, 3], 0, 0])
  })

  test('ignore answers to no request', async () => {
    const { tokens } = start()
    const onChange = vi.fn()
    tokens.onChange(onChange)
    tokens.answer({ type: 'token', id: 1, token: 'unasked' })
    tokens.answer({ type: 'token', id: 1, error: 'unasked' })
    const pending = tokens.current()
    tokens.answer({ type: 'token', id: 1, token: 'asked' })
    expect([await pending, onChange.mock.calls.length]).toEqual(['asked', 0])
  })
})
