import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ConnectionError } from '../../api/errors.ts'
import type { ListContext, ListerWatcher, WatchContext } from '../../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../../api/object.ts'
import { endOfInitialEvents, reflectorOver } from '../../test/reflector-rig.ts'
import { added, modified, pod, podList, ScriptedListerWatcher } from '../../test/scripted-lister-watcher.ts'

const open = { reads: [], stayOpen: true }
const unreachable = new ConnectionError('no answer')

const reflect = (...[script, options]: [Script, Options?]) =>
  reflectorOver(new FakeClock(), script, { watchIdleTimeoutMs: 90_000, ...options })
type Script = Parameters<typeof reflectorOver>[1]
type Options = Parameters<typeof reflectorOver>[2]

const versions = (lw: ScriptedListerWatcher) => lw.watches.map(options => options.resourceVersion)

/** Never answers; an abort ends it. */
const never = <T>(signal: AbortSignal): Promise<T> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

describe('a reconnect', () => {
  test('replaces a watch that fell silent, at once, from the last version, without a list or an error', async () => {
    const { clock, lw, reflector, errors, watchErrors, names } = reflect({
      lists: [podList(1)],
      watches: [
        { reads: [[added(pod('a', 5))]], stayOpen: true },
        { reads: [[added(pod('b', 6))]], stayOpen: true },
      ],
    })
    await clock.advance(60_000)
    reflector.reconnect()
    await clock.settle()
    expect([lw.lists.length, versions(lw), lw.open]).toEqual([1, ['1', '5'], 1])
    expect(names()).toEqual(['a@5', 'b@6'])
    expect([errors, watchErrors]).toEqual([[], []])
  })

  test('replaces a watch that is a moment old and has said nothing: that one is not called very short', async () => {
    const { clock, lw, reflector, errors } = reflect({ lists: [podList(1)] })
    await clock.settle()
    reflector.reconnect()
    await clock.settle()
    expect([lw.lists.length, versions(lw), errors]).toEqual([1, ['1', '1'], []])
  })

  test('of many in quick succession costs one, which may live', async () => {
    const { clock, lw, reflector } = reflect({ lists: [podList(1)] })
    await clock.settle()
    for (let call = 0; call < 5; call++) {
      reflector.reconnect()
      await clock.advance(100)
    }
    await clock.advance(5_000)
    expect([lw.watches.length, lw.open]).toEqual([2, 1])
    reflector.reconnect()
    await clock.settle()
    expect(lw.watches.length).toBe(3)
  })

  test('after another one concerns what was not answered since: a second later it is asked for again', async () => {
    const lw = new ScriptedListerWatcher({ lists: [podList(1)] })
    const answer = lw.watch.bind(lw)
    let asked = 0
    const watch: typeof lw.watch = (options, context) =>
      ++asked === 2 ? never(context.signal) : answer(options, context)
    const { clock, reflector } = reflect({ lists: [] }, { listerWatcher: Object.assign(lw, { watch }) })
    await clock.settle()
    reflector.reconnect()
    await clock.advance(300)
    reflector.reconnect()
    await clock.advance(699)
    expect(asked).toBe(2)
    await clock.advance(1)
    expect([asked, lw.open]).toEqual([3, 1])
  })

  test('with `force` replaces a watch that was opened a moment ago, each time', async () => {
    const { clock, lw, reflector, errors } = reflect({ lists: [podList(1)] })
    await clock.settle()
    for (let call = 0; call < 3; call++) {
      reflector.reconnect({ force: true })
      await clock.advance(100)
    }
    await clock.advance(5_000)
    expect([lw.lists.length, lw.watches.length, lw.open, errors]).toEqual([1, 4, 1, []])
  })

  test('with `force` repeats a list that receives data, and drops what it delivered', async () => {
    const lw = new ScriptedListerWatcher({ lists: [] })
    const signals: AbortSignal[] = []
    const list = (_: unknown, { signal, onBytes }: ListContext): Promise<List<KubernetesObject>> => {
      onBytes?.(1)
      return signals.push(signal) === 1 ? never(signal) : Promise.resolve(podList(3, pod('b', 2)))
    }
    const { clock, reflector, errors, names } = reflect(
      { lists: [] },
      { listerWatcher: Object.assign(lw, { list }) },
    )
    await clock.settle()
    reflector.reconnect({ force: true })
    await clock.settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect([names(), errors]).toEqual([['b@2'], []])
  })

  test('cuts the pause after a watch that could not be opened, and asks for the same watch', async () => {
    const { clock, lw, reflector } = reflect({ lists: [podList(7)], watches: [unreachable, open] })
    await clock.settle()
    expect(lw.watches).toHaveLength(1)
    reflector.reconnect()
    await clock.settle()
    expect([lw.lists.length, versions(lw), lw.open]).toEqual([1, ['7', '7'], 1])
  })

  test('cuts the pause after a list that failed', async () => {
    const { clock, lw, reflector, names } = reflect({ lists: [unreachable, podList(3, pod('a', 2))] })
    await clock.settle()
    reflector.reconnect()
    await clock.settle()
    expect([lw.lists.length, versions(lw), names()]).toEqual([2, ['3'], ['a@2']])
  })

  test('leaves a watch in line for a connection where it stands', async () => {
    const lw = new ScriptedListerWatcher({ lists: [podList(1)] })
    let asked = 0
    const watch = (_: unknown, { signal, onWaiting }: WatchContext) => {
      asked++
      onWaiting?.(true)
      return never<never>(signal)
    }
    const { clock, reflector } = reflect({ lists: [] }, { listerWatcher: Object.assign(lw, { watch }) })
    await clock.settle()
    reflector.reconnect()
    await clock.advance(10_000)
    expect(asked).toBe(1)
  })

  test('does nothing before the start, nor after the stop, which leaves no timer', async () => {
    const { clock, lw, reflector, controller, done } = reflect({ lists: [podList(1)] })
    await clock.settle()
    reflector.reconnect()
    reflector.reconnect()
    controller.abort()
    reflector.reconnect()
    await done
    reflector.reconnect()
    expect([clock.pendingTimers, lw.lists.length, lw.watches.length]).toEqual([0, 1, 1])
  })

  test.each([
    ['a stop first', true],
    ['a stop just behind it', false],
  ])('in a pause and %s: nothing is asked any more', async (_, stopsFirst) => {
    const { clock, lw, reflector, controller, done } = reflect({ lists: [unreachable] })
    await clock.settle()
    if (stopsFirst) controller.abort()
    reflector.reconnect()
    controller.abort()
    await done
    expect([clock.pendingTimers, lw.lists.length]).toEqual([0, 1])
  })
})

describe('a reconnect during a list', () => {
  /** Lists that receive bytes on demand; the second one gets a response. */
  function slowLists(answerOf: number) {
    const clock = new FakeClock()
    let bytes: ListContext['onBytes']
    let asked = 0
    const listerWatcher: ListerWatcher<KubernetesObject> = {
      list: (_, { signal, onBytes }) => {
        bytes = onBytes
        return ++asked === answerOf ? Promise.resolve(podList(4)) : never<List<KubernetesObject>>(signal)
      },
      watch: (_, { signal }) => never(signal),
    }
    const rig = reflectorOver(clock, { lists: [] }, { listerWatcher })
    return { ...rig, hear: () => bytes?.(1), asked: () => asked }
  }

  test('leaves it alone as long as it moves', async () => {
    const { clock, reflector, hear, asked, errors } = slowLists(0)
    await clock.advance(4_000)
    hear()
    await clock.advance(4_000)
    reflector.reconnect()
    await clock.advance(999)
    hear()
    await clock.advance(59_999)
    expect([asked(), errors]).toEqual([1, []])
  })

  test.each([
    ['at once, when nothing has arrived of it for five seconds', 5_000, 0],
    ['as soon as nothing has arrived of it for five seconds', 3_000, 2_000],
  ])('asks for it again %s', async (_, silentMs, afterMs) => {
    const { clock, reflector, hear, asked, errors } = slowLists(2)
    await clock.advance(1_000)
    hear()
    await clock.advance(silentMs)
    reflector.reconnect()
    if (afterMs > 0) {
      await clock.advance(afterMs - 1)
      expect(asked()).toBe(1)
      await clock.advance(1)
    }
    await clock.settle()
    expect([asked(), errors, reflector.lastSyncResourceVersion]).toEqual([2, [], '4'])
  })
})

describe('a reconnect of a watch that begins with the state', () => {
  const state = [added(pod('a', 1)), added(pod('b', 2))]
  const whole = { reads: [[...state, endOfInitialEvents(3)]], stayOpen: true }
  const streaming = (...watches: NonNullable<Script['watches']>) =>
    reflect({ lists: [podList(9)], watches }, { watchList: true })

  test('which has come: it goes on from its version as a plain watch', async () => {
    const { clock, lw, reflector, names, errors } = streaming(whole, {
      reads: [[modified(pod('a', 4))]],
      stayOpen: true,
    })
    await clock.settle()
    reflector.reconnect()
    await clock.settle()
    expect(lw.watches.map(options => options.sendInitialEvents ?? false)).toEqual([true, false])
    expect([versions(lw)[1], lw.lists, names(), errors]).toEqual(['3', [], ['a@4', 'b@2'], []])
  })

  test('without data: it is requested again by watch, and does not count as truncated', async () => {
    const rig = streaming({ reads: [state], stayOpen: true }, { reads: [state], stayOpen: true }, whole)
    const { clock, lw, reflector, names, errors } = rig
    await clock.advance(4_000)
    reflector.reconnect()
    await clock.advance(999)
    expect(lw.watches).toHaveLength(1)
    await clock.advance(1)
    expect(lw.watches).toHaveLength(2)
    await clock.advance(3_000)
    reflector.reconnect()
    await clock.advance(2_000)
    expect([lw.watches.length, lw.lists, names(), errors]).toEqual([3, [], ['a@1', 'b@2'], []])
  })
})

test('reconnects in the middle of a stream lose no event and repeat none', async () => {
  const clock = new FakeClock()
  const last = 700
  const given: number[] = []
  const requested: number[] = []
  /** A server that sends an event each ms, from the version that it is asked for. */
  const listerWatcher: ListerWatcher<KubernetesObject> = {
    list: async () => podList(0),
    watch: async ({ resourceVersion }, { signal }) => {
      requested.push(Number(resourceVersion))
      return (async function* () {
        for (let version = Number(resourceVersion) + 1; version <= last && !signal.aborted; version++) {
          yield [modified(pod('a', version))] satisfies readonly WatchEvent<KubernetesObject>[]
          await new Promise<void>(resolve => clock.setTimeout(resolve, 10))
        }
        if (!signal.aborted) await never(signal).catch(() => {})
      })()
    },
  }
  const store = {
    add: () => {},
    update: (object: KubernetesObject) => void given.push(Number(object.metadata?.resourceVersion)),
    delete: () => {},
    replace: () => {},
    resync: () => {},
  }
  const { reflector } = reflectorOver(clock, { lists: [] }, { listerWatcher, store })
  for (let reconnects = 0; reconnects < 8; reconnects++) {
    await clock.advance(1_003)
    reflector.reconnect()
  }
  await clock.advance(5_000)
  expect(given).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  expect(requested.length).toBe(9)
})
