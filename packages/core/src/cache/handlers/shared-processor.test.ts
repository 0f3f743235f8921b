import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { HandlerOptions } from './event-handler.ts'
import type { MutationDetector } from './mutation-detector.ts'
import { SharedProcessor } from './shared-processor.ts'

const add = (object: string, isInInitialList = false) => ({ type: 'add' as const, object, isInInitialList })
const update = (object: string, isSync = false) => ({
  type: 'update' as const,
  oldObject: 'old',
  object,
  isSync,
})
const remove = (object: string) => ({ type: 'delete' as const, object })

function rig(resyncPeriodMs = 0) {
  const clock = new FakeClock()
  const onHandlerError = vi.fn<(error: unknown, name: string) => void>()
  const recorded: unknown[] = []
  const mutationDetector = {
    add: (object: unknown) => void recorded.push(object),
  } as unknown as MutationDetector
  const processor = new SharedProcessor<string>({ clock, resyncPeriodMs, onHandlerError, mutationDetector })
  const listen = (options: HandlerOptions = {}, initial: readonly string[] = []) => {
    const calls: string[] = []
    const handler = {
      onAdd: (object: string, isInInitialList: boolean) =>
        void calls.push(`add ${object}${isInInitialList ? '!' : ''}`),
      onUpdate: (_: string, object: string) => void calls.push(`update ${object}`),
      onDelete: (object: string | DeletedFinalStateUnknown<string>) =>
        void calls.push(`delete ${object instanceof DeletedFinalStateUnknown ? object.key : object}`),
    }
    return { listener: processor.addHandler(handler, options, initial), calls }
  }
  const deliver = () => clock.advance(0)
  return { clock, processor, onHandlerError, recorded, listen, deliver }
}

describe('a handler', () => {
  test('receives the objects that are there, and then every change', async () => {
    const { processor, recorded, listen, deliver } = rig()
    const { listener, calls } = listen({}, ['a', 'b'])
    expect([listener.pending, listener.hasSynced()]).toEqual([2, false])
    processor.distribute([add('c'), update('a'), remove('b')])
    await deliver()
    expect(calls).toEqual(['add a!', 'add b!', 'add c', 'update a', 'delete b'])
    expect(recorded).toEqual(['c', 'a'])
    expect(listener.pending).toBe(0)
    processor.upstreamHasSynced()
    expect(listener.hasSynced()).toBe(true)
  })

  test('has synced once it has handled the initial list, of which later ones are no part', async () => {
    const { processor, listen, deliver } = rig()
    const { listener } = listen()
    processor.distribute([add('a', true)])
    processor.upstreamHasSynced()
    expect(listener.hasSynced()).toBe(false)
    await deliver()
    expect(listener.hasSynced()).toBe(true)
  })

  test('that was removed receives nothing, and is found no longer', async () => {
    const { processor, listen, deliver } = rig()
    const [one, two] = [listen(), listen()]
    expect([processor.find(one.listener), processor.find(two.listener)]).toEqual([one.listener, two.listener])
    processor.distribute([add('a')])
    one.listener.remove()
    expect([one.listener.pending, processor.find(one.listener)]).toEqual([0, undefined])
    one.listener.add(add('b'))
    await deliver()
    expect([one.calls, two.calls]).toEqual([[], ['add a']])
  })

  test('receives nothing after the stop', async () => {
    const { processor, recorded, listen, deliver } = rig()
    const { listener, calls } = listen()
    processor.stop()
    processor.distribute([add('a')])
    await deliver()
    expect([calls, recorded, processor.find(listener)]).toEqual([[], [], undefined])
  })

  test('that fails is called again a second later, with the next change', async () => {
    const { clock, processor, onHandlerError } = rig()
    const seen: string[] = []
    const error = new Error('handler')
    const handler = {
      onAdd: (object: string) => {
        seen.push(object)
        throw error
      },
    }
    const listener = processor.addHandler(handler, { name: 'mine' }, [])
    processor.distribute([add('a'), add('b')])
    await clock.advance(999)
    expect([seen, onHandlerError.mock.calls]).toEqual([['a'], [[error, 'mine']]])
    await clock.advance(1)
    expect(seen).toEqual(['a', 'b'])
    const ending = listener.shutDown()
    await ending
    expect(clock.pendingTimers).toBe(0)
  })

  test('is awaited, and its shutDown waits for the call in progress', async () => {
    const { processor, deliver } = rig()
    let end = () => {}
    const calls: string[] = []
    const handler = {
      onAdd: (object: string) => {
        calls.push(object)
        return new Promise<void>(resolve => {
          end = resolve
        })
      },
    }
    const listener = processor.addHandler(handler, {}, [])
    processor.distribute([add('a'), add('b')])
    await deliver()
    expect(calls).toEqual(['a'])
    const ended = vi.fn<() => void>()
    void listener.shutDown().then(ended)
    await deliver()
    expect(ended).not.toHaveBeenCalled()
    end()
    await deliver()
    expect([calls, ended.mock.calls.length]).toEqual([['a'], 1])
  })
})

describe('resync periods', () => {
  const SECOND = 1_000
  test.each<[number, number | undefined, number, number]>([
    [0, undefined, 0, 0],
    [0, 5 * SECOND, 0, 0],
    [10 * SECOND, undefined, 10 * SECOND, 10 * SECOND],
    [10 * SECOND, 0, 10 * SECOND, 0],
    [10 * SECOND, -1, 10 * SECOND, 0],
    [10 * SECOND, 5 * SECOND, 5 * SECOND, 5 * SECOND],
    [10 * SECOND, 1, SECOND, SECOND],
    [10 * SECOND, 20 * SECOND, 10 * SECOND, 20 * SECOND],
  ])('of %d ms, and of a handler %s: checked every %d, due every %d', (ofAll, requested, check, due) => {
    const { processor, listen } = rig(ofAll)
    const { listener } = listen(requested === undefined ? {} : { resyncPeriodMs: requested })
    expect([processor.resyncCheckPeriodMs, listener.resyncPeriodMs]).toEqual([check, due])
  })

  test('of handlers that come after the start are not below the check period', () => {
    const { processor, listen } = rig(10 * SECOND)
    const early = listen({ resyncPeriodMs: 7 * SECOND })
    processor.start()
    const late = listen({ resyncPeriodMs: 2 * SECOND })
    expect(processor.resyncCheckPeriodMs).toBe(7 * SECOND)
    expect([early, late].map(({ listener }) => listener.resyncPeriodMs)).toEqual([7 * SECOND, 7 * SECOND])
  })

  test('are kept from one resync to the next, and only then unchanged objects are received', async () => {
    const { clock, processor, listen, deliver } = rig(10 * SECOND)
    const [often, never] = [listen(), listen({ resyncPeriodMs: 0 })]
    const tick = async (delayMs: number) => {
      await clock.advance(delayMs)
      const isDue = processor.shouldResync()
      processor.distribute([update('a', true)])
      await deliver()
      return [isDue, often.calls.splice(0).length, never.calls.splice(0).length]
    }
    processor.distribute([update('a', true), update('a')])
    await deliver()
    expect([often.calls.splice(0).length, never.calls.splice(0).length]).toEqual([2, 2])
    expect(await tick(10 * SECOND - 1)).toEqual([false, 0, 0])
    expect(await tick(1)).toEqual([true, 1, 0])
    expect(await tick(10 * SECOND - 1)).toEqual([false, 0, 0])
    expect(await tick(5 * SECOND)).toEqual([true, 1, 0])
    expect(await tick(10 * SECOND)).toEqual([true, 1, 0])
  })
})
