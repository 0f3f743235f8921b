import { describe, expect, test, vi } from 'vitest'
import { GivenNamespaces } from './given-namespaces.ts'
import { fixedNamespaces, sameKnown, sortedNames, UNKNOWN } from './known-namespaces.ts'
import { PublishedNamespaces } from './published-namespaces.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

describe('the namespaces that pages name', () => {
  /** A page whose answers a test gives. */
  function start() {
    const requests: {
      readonly answer: (names: readonly string[]) => void
      readonly fail: (error: Error) => void
    }[] = []
    const source = new GivenNamespaces(
      () => new Promise((answer, fail) => void requests.push({ answer, fail })),
    )
    const listener = vi.fn()
    const subscribe = () => source.subscribe(listener)
    const answer = async (...names: string[]) => {
      requests.at(-1)?.answer(names)
      await settle()
    }
    return { source, requests, listener, subscribe, answer }
  }

  test('are requested once, when they are used first', async () => {
    const { source, requests, listener, subscribe, answer } = start()
    source.refresh()
    expect([requests.length, source.known]).toEqual([0, UNKNOWN])
    const unsubscribe = subscribe()
    unsubscribe()
    subscribe()
    expect(requests).toHaveLength(1)
    await answer('b', 'a', 'b')
    expect([source.known, listener.mock.calls.length]).toEqual([{ names: ['a', 'b'], isPending: false }, 1])
    subscribe()
    expect(requests).toHaveLength(1)
  })

  test('are requested again on a refresh; the last answer counts, and equal ones notify no listener', async () => {
    const { source, requests, listener, subscribe, answer } = start()
    subscribe()
    source.refresh()
    expect(requests).toHaveLength(2)
    await answer('new')
    requests[0]?.answer(['old'])
    await settle()
    expect([source.known.names, listener.mock.calls.length]).toEqual([['new'], 1])
    source.refresh()
    await answer('new')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('stay if a later request fails', async () => {
    const { source, requests, subscribe, answer } = start()
    subscribe()
    await answer('a')
    source.refresh()
    requests.at(-1)?.fail(new Error('offline'))
    await settle()
    expect(source.known).toEqual({
      ...{ names: ['a'], isPending: false, failure: new Error('the option "namespaces" failed: offline') },
    })
  })

  test('may be fixed', () => {
    const source = fixedNamespaces(['b', 'a', 'a'])
    expect(source.known).toEqual({ names: ['a', 'b'], isPending: false })
    const listener = vi.fn()
    source.subscribe(listener)()
    source.refresh()
    expect(listener).not.toHaveBeenCalled()
    expect(sortedNames(new Set(['c', 'b']))).toEqual(['b', 'c'])
  })
})

describe('a source of namespaces', () => {
  test('works while it has listeners', () => {
    const [startWork, stop] = [vi.fn(), vi.fn()]
    const published = new PublishedNamespaces({ start: startWork, stop })
    const counts = () => [startWork.mock.calls.length, stop.mock.calls.length, published.hasListeners]
    expect([counts(), published.known]).toEqual([[0, 0, false], UNKNOWN])
    const [first, second] = [published.subscribe(() => {}), published.subscribe(() => {})]
    expect(counts()).toEqual([1, 0, true])
    first()
    first()
    expect(counts()).toEqual([1, 0, true])
    second()
    second()
    expect(counts()).toEqual([1, 1, false])
    published.subscribe(() => {})
    expect(counts()).toEqual([2, 1, true])
  })

  test('needs no end', () => {
    const published = new PublishedNamespaces({ start: () => {} })
    expect(published.subscribe(() => {})).not.toThrow()
  })

  test('notifies of changes, and not inside the subscription', () => {
    const listener = vi.fn()
    const published = new PublishedNamespaces({
      start: () => published.publish({ names: ['a'], isPending: false }),
    })
    published.subscribe(listener)
    expect([published.known.names, listener.mock.calls.length]).toEqual([['a'], 0])
    published.publish({ names: ['a'], isPending: false })
    expect(listener).not.toHaveBeenCalled()
    published.publish({ names: ['b'], isPending: false })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  const known = { names: ['a', 'b'], isPending: false, failure: new Error('x') }

  test.each<[object, boolean]>([
    [{}, true],
    [{ failure: new Error('x') }, true],
    [{ failure: new Error('y') }, false],
    [{ failure: undefined }, false],
    [{ isPending: true }, false],
    [{ names: ['a'] }, false],
    [{ names: ['a', 'b', 'c'] }, false],
    [{ names: ['b', 'a'] }, false],
  ])('with %o is the same: %s', (change, expected) => {
    expect([sameKnown(known, { ...known, ...change }), sameKnown({ ...known, ...change }, known)]).toEqual([
      expected,
      expected,
    ])
  })
})
