import { EventEmitter } from 'node:events'
import type { ListerWatcher, WatchEvent } from '@kube-informer/core'
import type { BenchCase, Contender, Run, Sample, Setup } from '../runner/bench-case.ts'
import { collectGarbage, type Item, itemAt, updatesOf } from '../support/pods/items.ts'

const at = (name: string, run: Run, handlers: number): Contender => ({
  name: `${name}, ${handlers} ${handlers === 1 ? 'handler' : 'handlers'}`,
  run,
  setup: { handlers },
})

/** The cost of notifying many handlers, each with its own queue, so that no handler waits for another. */
export const fanOut: BenchCase = {
  name: 'fan-out',
  description: 'updates of {count} objects, a hundred in each read: time of one handler call',
  metrics: [{ key: 'nanoseconds', unit: 'ns a call' }],
  setup: { count: 1_000, updates: 50_000, warmUps: 1 },
  smoke: { updates: 500, warmUps: 0 },
  short: { bestOf: 3 },
  contenders: [
    { ...at('EventEmitter', emit, 100), floor: true },
    at('SharedIndexInformer', notifyHandlers, 1),
    at('SharedIndexInformer', notifyHandlers, 10),
    at('SharedIndexInformer', notifyHandlers, 100),
  ],
}

/** The floor: Node's EventEmitter, which calls the listeners in sequence, without a cache. */
async function emit({ count, updates, handlers }: Setup): Promise<Sample> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let calls = 0
  for (let i = 0; i < Number(handlers); i++)
    emitter.on('update', (_: Item, item: Item) => {
      if (item.kind === 'Pod') calls++
    })
  const objects = [...updatesOf(Number(count), Number(updates))]
  collectGarbage()
  const started = performance.now()
  for (const object of objects) emitter.emit('update', object, object)
  const nanoseconds = ((performance.now() - started) * 1e6) / calls
  if (calls !== Number(updates) * Number(handlers)) throw new Error(`${calls} calls`)
  return { nanoseconds }
}

/** Events in one network read. */
const READ = 100

/** The whole path from the Reflector to all handlers; the cost of the cache is divided among their calls. */
async function notifyHandlers({ count, updates, handlers }: Setup): Promise<Sample> {
  const { SharedIndexInformer } = await import('@kube-informer/core')
  const events = [...updatesOf(Number(count), Number(updates))].map(
    (object): WatchEvent<Item> => ({ type: 'MODIFIED', object }),
  )
  const go = Promise.withResolvers<void>()
  const listerWatcher: ListerWatcher<Item> = {
    list: async () => ({
      metadata: { resourceVersion: String(count) },
      items: Array.from({ length: Number(count) }, (_, i) => itemAt(i, i + 1)),
    }),
    watch: async (_, { signal }) => reads(signal),
  }
  async function* reads(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<Item>[]> {
    await go.promise
    for (let start = 0; start < events.length; start += READ) yield events.slice(start, start + READ)
    await new Promise(resolve => signal.addEventListener('abort', resolve))
  }
  const informer = new SharedIndexInformer<Item>({ listerWatcher })
  const all = Promise.withResolvers<void>()
  const expected = Number(updates) * Number(handlers)
  let calls = 0
  const registrations = Array.from({ length: Number(handlers) }, () =>
    informer.addEventHandler({
      onUpdate: (_, item) => {
        if (item.kind === 'Pod' && ++calls === expected) all.resolve()
      },
    }),
  )
  const stopping = new AbortController()
  const running = informer.run(stopping.signal)
  await Promise.all(registrations.map(({ synced }) => synced))
  collectGarbage()
  const started = performance.now()
  go.resolve()
  await all.promise
  const nanoseconds = ((performance.now() - started) * 1e6) / calls
  stopping.abort()
  await running
  return { nanoseconds }
}
