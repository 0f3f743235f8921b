import { PriorityQueue, WorkQueue } from '@kube-informer/core/workqueue'
import type { Sample, Setup } from '../bench-case.ts'
import { expectItem, keysOf, measure } from './work.ts'

type Queue = WorkQueue<string> | PriorityQueue<string>

/** Takes and ends an item for each key, in one of the forms that users write. `added` is called before each next item. */
type Consume = (queue: Queue, keys: readonly string[], addNext: (index: number) => void) => Promise<void>

const FORMS: Readonly<Record<string, Consume>> = {
  get: async (queue, keys, addNext) => {
    for (const [index, key] of keys.entries()) {
      addNext(index)
      const item = await queue.get()
      expectItem(item, key)
      queue.done(key)
    }
  },
  using: async (queue, keys, addNext) => {
    let index = 0
    addNext(index)
    for await (using item of queue) {
      expectItem(item.value, keys[index++])
      if (index === keys.length) return
      addNext(index)
    }
  },
  done: async (queue, keys, addNext) => {
    let index = 0
    addNext(index)
    for await (const item of queue) {
      expectItem(item.value, keys[index++])
      item.done()
      if (index === keys.length) return
      addNext(index)
    }
  },
}

export function run(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  const consume = FORMS[String(setup.form)] as Consume
  const create = (): Queue => (setup.kind === 'plain' ? new WorkQueue() : new PriorityQueue())
  return measure(setup, create, queue => {
    if (setup.atOnce) for (const key of keys) queue.add(key)
    return consume(queue, keys, index => {
      if (!setup.atOnce) queue.add(keys[index] as string)
    })
  })
}
