import { DeletedFinalStateUnknown } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Queue } from '../cache/queue/queue.ts'
import { at } from './queue-steps.ts'

const COUNT = 500

async function produce(queue: Queue<KubernetesObject>, producer: string): Promise<void> {
  for (let i = 1; i <= COUNT; i++) {
    queue.add(at(`${producer}-${i}`, i))
    // Lets the other producer, and the consumer, have a turn.
    if (i % 3 === 0) await Promise.resolve()
  }
}

/** Two producers write side by side while a consumer pops; returns the resourceVersions popped of each. */
export async function produceSideBySide(queue: Queue<KubernetesObject>): Promise<readonly number[][]> {
  const popped: { readonly a: number[]; readonly b: number[] } = { a: [], b: [] }
  const done = Promise.all([produce(queue, 'a'), produce(queue, 'b')])
  while (popped.a.length + popped.b.length < 2 * COUNT) {
    await queue.pop(deltas => {
      for (const delta of deltas) {
        if (!('object' in delta) || delta.object instanceof DeletedFinalStateUnknown) continue
        const { name = '', resourceVersion } = delta.object.metadata ?? {}
        popped[name.startsWith('a') ? 'a' : 'b'].push(Number(resourceVersion))
      }
    })
  }
  await done
  return [popped.a, popped.b]
}
