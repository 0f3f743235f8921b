import { EventEmitter } from 'node:events'
import type { Sample, Setup } from '../bench-case.ts'
import { collectGarbage, type Item, updatesOf } from '../store-update/objects.ts'

/** The floor: Node's EventEmitter, which calls the listeners in sequence, without a cache. */
export async function run({ count, updates, handlers }: Setup): Promise<Sample> {
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
