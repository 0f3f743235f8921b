import { describe, expect, test } from 'vitest'
import { isResourceExpired, StatusError, UsageError } from '../../api/errors.ts'
import type { ListOptions } from '../../api/lister-watcher.ts'
import type { List } from '../../api/object.ts'
import { ListPager, type ListPagerOptions } from './list-pager.ts'

const PAGE = 10

/** A server of so many numbers, ten a page. */
class Numbers {
  readonly requests: ListOptions[] = []
  readonly #count: number
  readonly #expiresAt: number

  /** @param expiresAt the token that leads to this item has expired */
  constructor(count: number, { expiresAt = -1 } = {}) {
    this.#count = count
    this.#expiresAt = expiresAt
  }

  readonly page = async (options: ListOptions): Promise<List<number>> => {
    this.requests.push(options)
    const start = Number(options.continue ?? 0)
    if (options.continue && (options.resourceVersion || options.resourceVersionMatch))
      throw new StatusError({ code: 400, message: 'a version beside a continue token' })
    if (start === this.#expiresAt) throw new StatusError({ code: 410, reason: 'Expired' })
    const end = options.limit ? Math.min(this.#count, start + options.limit) : this.#count
    const items = Array.from({ length: end - start }, (_, i) => start + i)
    const metadata = { resourceVersion: 'rv:20', ...(end < this.#count ? { continue: String(end) } : {}) }
    return { metadata, items }
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const never = new AbortController().signal
const pagerOf = (server: Numbers, options: Partial<ListPagerOptions<number>> = {}) =>
  new ListPager<number>({ pageFunction: server.page, pageSize: PAGE, ...options })

/** Lets everything that can go on without the consumer go on. */
const settle = () => new Promise<void>(resolve => setImmediate(resolve))

describe('ListPager.list', () => {
  test.each([0, 9, 10])('T-PGR-1: %i items are one page', async count => {
    const list = await pagerOf(new Numbers(count)).list({}, never)
    expect(list).toEqual({ items: upTo(count), resourceVersion: 'rv:20', paginated: false })
  })

  test.each([11, 21])('T-PGR-2: %i items are many', async count => {
    const list = await pagerOf(new Numbers(count)).list({}, never)
    expect(list).toEqual({ items: upTo(count), resourceVersion: 'rv:20', paginated: true })
  })

  test('T-PGR-3: without the fallback an expired token is thrown', async () => {
    const server = new Numbers(21, { expiresAt: PAGE })
    const pager = pagerOf(server, { fullListIfExpired: false })
    await expect(pager.list({}, never)).rejects.toSatisfy(isResourceExpired)
    expect(server.requests).toHaveLength(2)
  })

  test('with it, everything is asked for at the version that was asked for first', async () => {
    const server = new Numbers(21, { expiresAt: PAGE })
    const options = { resourceVersion: 'rv:10', resourceVersionMatch: 'Exact' } as const
    const list = await pagerOf(server).list(options, never)
    expect(list).toEqual({ items: upTo(21), resourceVersion: 'rv:20', paginated: true })
    expect(server.requests).toEqual([
      { ...options, limit: PAGE },
      { limit: PAGE, continue: '10' },
      { ...options, limit: 0 },
    ])
  })

  test('on the first page an expired version is thrown', async () => {
    const server = new Numbers(21, { expiresAt: 0 })
    await expect(pagerOf(server).list({ resourceVersion: 'rv:1' }, never)).rejects.toSatisfy(
      isResourceExpired,
    )
    expect(server.requests).toHaveLength(1)
  })

  test('T-PGR-5: the version goes with the first page alone', async () => {
    const server = new Numbers(11)
    await pagerOf(server).list({ resourceVersion: 'rv:10' }, never)
    expect(server.requests.map(({ resourceVersion }) => resourceVersion)).toEqual(['rv:10', undefined])
  })

  test("the caller's limit stands", async () => {
    const server = new Numbers(3)
    await pagerOf(server).list({ limit: 2 }, never)
    expect(server.requests.map(({ limit }) => limit)).toEqual([2, 2])
  })

  test('an abort ends it between pages', async () => {
    const controller = new AbortController()
    const server = new Numbers(21)
    const pager = new ListPager<number>({
      pageSize: PAGE,
      pageFunction: options => {
        controller.abort(new Error('enough'))
        return server.page(options)
      },
    })
    await expect(pager.list({}, controller.signal)).rejects.toThrow('enough')
    expect(server.requests).toHaveLength(1)
  })
})

describe('ListPager.eachListItem', () => {
  test.each([0, 9, 10, 11, 21])('T-PGR-7: %i items, in order', async count => {
    const seen: number[] = []
    await pagerOf(new Numbers(count)).eachListItem(item => void seen.push(item), {}, never)
    expect(seen).toEqual(upTo(count))
  })

  test('T-PGR-8: an expired token is thrown, after what came before it', async () => {
    const seen: number[] = []
    const pager = pagerOf(new Numbers(21, { expiresAt: PAGE }))
    const done = pager.eachListItem(item => void seen.push(item), {}, never)
    await expect(done).rejects.toSatisfy(isResourceExpired)
    expect(seen).toEqual(upTo(PAGE))
  })

  test('T-PGR-9: what the consumer throws ends it', async () => {
    const seen: number[] = []
    const done = pagerOf(new Numbers(51)).eachListItem(
      item => {
        seen.push(item)
        if (seen.length === 3) throw new Error('no more')
      },
      {},
      never,
    )
    await expect(done).rejects.toThrow('no more')
    expect(seen).toHaveLength(3)
  })

  test('T-PGR-10: an abort ends it after the page at hand', async () => {
    const controller = new AbortController()
    const seen: number[] = []
    const done = pagerOf(new Numbers(51)).eachListItem(
      item => {
        seen.push(item)
        if (seen.length === 3) controller.abort(new Error('enough'))
      },
      {},
      controller.signal,
    )
    await expect(done).rejects.toThrow('enough')
    expect(seen).toEqual(upTo(PAGE))
  })

  test.each([
    ['T-PGR-11', 0, 1, 2],
    ['T-PGR-11', 0, 2, 3],
    ['T-PGR-11', 0, 5, 5],
    ['T-PGR-12', 1, 1, 3],
    ['T-PGR-12', 1, 5, 5],
  ])(
    '%s: with %i pages of buffer, an end after page %i makes %i requests',
    async (_id, pageBufferSize, stopAfter, requests) => {
      const server = new Numbers(5 * PAGE)
      let seen = 0
      const done = pagerOf(server, { pageBufferSize }).eachListItem(
        async () => {
          seen++
          if (seen < stopAfter * PAGE) return
          await settle()
          throw new Error('enough')
        },
        {},
        never,
      )
      await expect(done).rejects.toThrow('enough')
      await settle()
      expect(server.requests).toHaveLength(requests)
    },
  )

  test('an end takes the request under way back', async () => {
    const server = new Numbers(2 * PAGE)
    let second: AbortSignal | undefined
    const pager = new ListPager<number>({
      pageSize: PAGE,
      pageFunction: (options, signal) => {
        if (!options.continue) return server.page(options)
        second = signal
        return new Promise(() => {})
      },
    })
    const process = async () => {
      await settle()
      throw new Error('enough')
    }
    await expect(pager.eachListItem(process, {}, never)).rejects.toThrow('enough')
    expect(second?.aborted).toBe(true)
  })

  test('a buffer of less than nothing is refused', () => {
    expect(() => pagerOf(new Numbers(1), { pageBufferSize: -1 })).toThrow(UsageError)
  })
})

describe('a list without end', () => {
  const page = (token: string, items: readonly number[] = []): List<number> => ({
    metadata: { resourceVersion: '1', continue: token },
    items,
  })

  test('a repeated continue token is an error', async () => {
    let requests = 0
    const pager = new ListPager<number>({
      pageFunction: async () => {
        requests++
        return page('again', [1])
      },
    })
    await expect(pager.list({}, never)).rejects.toThrow(/the server repeats a continue token/)
    await expect(pager.eachListItem(() => {}, {}, never)).rejects.toThrow(
      /the server repeats a continue token/,
    )
    expect(requests).toBe(4)
  })

  test('pages without items end after 20,000', async () => {
    let requests = 0
    const pager = new ListPager<number>({ pageFunction: async () => page(`${++requests}`) })
    await expect(pager.list({}, never)).rejects.toThrow(/20000 pages/)
    expect(requests).toBe(20_001)
  })

  test('pages with items end after two million items', async () => {
    const items = Array.from({ length: 100_000 }, (_, i) => i)
    let requests = 0
    const pager = new ListPager<number>({ pageFunction: async () => page(`${++requests}`, items) })
    await expect(pager.list({}, never)).rejects.toThrow(/2000000 objects/)
    expect(requests).toBe(21)
  })
})
