import { PriorityQueue, WorkQueue } from '@kube-informer/core/workqueue'
import type { Sample, Setup } from '../bench-case.ts'
import { expectItem, keysOf, measure } from './work.ts'

type Queue = WorkQueue<string> | PriorityQueue<string>

/** Takes and ends an item for each key, in one of the forms that users write. Adds each key before it, or all at once. */
type Consume = (queue: Queue, keys: readonly string[], atOnce: boolean) => Promise<void>

const FORMS: Readonly<Record<string, Consume>> = {
  get: async (queue, keys, atOnce) => {
    if (atOnce) for (const key of keys) queue.add(key)
    for (const key of keys) {
      if (!atOnce) queue.add(key)
      const item = await queue.get()
      expectItem(item, key)
      queue.done(key)
    }
  },
  using: async (queue, keys, atOnce) => {
    let next = 0
    for (const key of atOnce ? keys : keys.slice(0, 1)) queue.add(key)
    for await (using item of queue) {
      expectItem(item.value, keys[next++])
      if (next === keys.length) return
      if (!atOnce) queue.add(keys[next] as string)
    }
  },
  done: async (queue, keys, atOnce) => {
    let next = 0
    for (const key of atOnce ? keys : keys.slice(0, 1)) queue.add(key)
    for await (const item of queue) {
      expectItem(item.value, keys[next++])
      item.done()
      if (next === keys.length) return
      if (!atOnce) queue.add(keys[next] as string)
    }
  },
}

export function run(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  const consume = FORMS[String(setup.form)] as Consume
  const create = (): Queue => (setup.kind === 'plain' ? new WorkQueue() : new PriorityQueue())
  return measure(setup, create, queue => consume(queue, keys, setup.atOnce === true))
}
