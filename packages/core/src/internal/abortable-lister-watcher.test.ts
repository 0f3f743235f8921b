import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { ListerWatcher, WatchOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'
import { Reflector } from '../cache/reflector/reflector.ts'
import { Indexer } from '../cache/store/indexer.ts'
import { label } from '../test/informer-rig.ts'
import { added, pod, podList } from '../test/scripted-lister-watcher.ts'
import { RetryWatcher } from '../watch-tools/retry-watcher.ts'
import { AbortableListerWatcher } from './abortable-lister-watcher.ts'

const never = () => new Promise<never>(() => {})
type Events = readonly WatchEvent<KubernetesObject>[]

/** A stream that sends an event and then ignores everything. */
async function* deaf(): AsyncGenerator<Events> {
  yield [added(pod('a', 8))]
  await never()
}

/** A stream that can be neither read nor closed. */
const stubborn = (): AsyncIterable<Events> => ({
  [Symbol.asyncIterator]: () => ({ next: never, return: never }),
})

/** A Reflector over a hand-written ListerWatcher. */
function reflect(listerWatcher: Partial<ListerWatcher<KubernetesObject>>) {
  const clock = new FakeClock()
  const controller = new AbortController()
  const store = new Indexer<KubernetesObject>()
  const watched: unknown[] = []
  const list = async () => podList(7)
  const watch = async ({ resourceVersion }: WatchOptions) => {
    watched.push(resourceVersion)
    return deaf()
  }
  const reflector = new Reflector<KubernetesObject>({
    listerWatcher: { list, watch, ...listerWatcher },
    store,
    clock,
    random: () => 0,
  })
  const onEnd = vi.fn()
  void reflector.run(controller.signal).then(onEnd)
  const names = () => store.list().map(label)
  return { clock, controller, reflector, watched, onEnd, names }
}

describe('a hand-written watch that ignores its signal', () => {
  test('S-80: is abandoned five seconds after the idle timeout, and another one is opened', async () => {
    const { clock, watched, names } = reflect({})
    await clock.advance(94_999)
    expect([watched, names()]).toEqual([['7'], ['a@8']])
    await clock.advance(1)
    expect(watched).toEqual(['7', '8'])
  })

  test('S-80: is abandoned five seconds after a reconnect', async () => {
    const { clock, watched, reflector } = reflect({})
    await clock.settle()
    reflector.reconnect()
    await clock.advance(5_000)
    expect(watched).toEqual(['7', '8'])
  })

  test.each([
    ['while it is read', {}],
    ['while it is opened', { watch: never }],
    ['while it is closed', { watch: async () => stubborn() }],
    ['while a list is in flight', { list: never }],
  ])('S-80: delays a stop by five seconds at most, %s', async (_, given) => {
    const { clock, controller, onEnd } = reflect(given)
    await clock.settle()
    controller.abort()
    await clock.advance(4_999)
    expect(onEnd).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(onEnd).toHaveBeenCalledOnce()
    expect(clock.pendingTimers).toBe(0)
  })

  test('S-80: is closed if it opens after it was abandoned', async () => {
    const onReturn = vi.fn(async () => ({ done: true as const, value: undefined }))
    let open: (events: AsyncIterable<Events>) => void = () => {}
    const watch = vi.fn(() => new Promise<AsyncIterable<Events>>(resolve => (open = resolve)))
    const { clock, controller } = reflect({ watch })
    await clock.settle()
    controller.abort()
    await clock.advance(5_000)
    open({ [Symbol.asyncIterator]: () => ({ next: never, return: onReturn }) })
    await clock.settle()
    expect(onReturn).toHaveBeenCalledOnce()
  })

  test('S-80: ends the iteration of a RetryWatcher', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    const { signal } = controller
    const watcher = new RetryWatcher({
      listerWatcher: { watch: async () => deaf() },
      resourceVersion: '7',
      clock,
      signal,
    })
    const seen = vi.fn()
    const reading = (async () => {
      for await (const event of watcher) seen(event.type)
    })()
    await clock.settle()
    controller.abort()
    await clock.advance(5_000)
    await reading
    expect(seen.mock.calls).toEqual([['ADDED']])
  })
})

test('a ListerWatcher keeps what it says about itself', () => {
  const inner = {
    list: never,
    watch: never,
    kind: 'Pod',
    description: 'pods',
    watchList: { isSupported: false },
    unshare: vi.fn(),
  }
  const outer = new AbortableListerWatcher<KubernetesObject>(inner, new FakeClock())
  outer.unshare()
  const { kind, description, watchList, access } = outer
  expect([kind, description, watchList, access]).toEqual(['Pod', 'pods', inner.watchList, undefined])
  expect(inner.unshare).toHaveBeenCalledOnce()
})
