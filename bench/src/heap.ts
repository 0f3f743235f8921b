// npm run heap: after a million updates of ten thousand objects, the heap is not larger than after the first ten thousand.
// It runs bundled and keeps its bytecode: the garbage of Node's type stripper and of flushed code amounts to megabytes,
// which V8 collects at unpredictable times.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { byPath, type ListerWatcher, SharedIndexInformer, type WatchEvent } from '@kube-informer/core'
import { usedMemory } from './support/measure/memory.ts'
import { type Item, itemAt } from './support/pods/items.ts'

const OBJECTS = 10_000
const UPDATES = 1_000_000
const EVENTS_PER_READ = 100
const ALLOWED_GROWTH = 0.02

/** A source whose watch delivers the requested number of updates. */
class Source implements ListerWatcher<Item> {
  #resourceVersion = OBJECTS
  #wanted = 0
  #wake: () => void = () => {}

  /** Returns the resourceVersion of the last of these updates. */
  deliver(updates: number): string {
    this.#wanted += updates
    this.#wake()
    return String(this.#resourceVersion + this.#wanted)
  }

  async list() {
    const items = Array.from({ length: OBJECTS }, (_, i) => itemAt(i, i + 1))
    return { metadata: { resourceVersion: String(OBJECTS) }, items }
  }

  async watch(_: unknown, { signal }: { readonly signal: AbortSignal }) {
    signal.addEventListener('abort', () => this.#wake())
    return this.#events(signal)
  }

  async *#events(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<Item>[]> {
    while (!signal.aborted) {
      if (this.#wanted === 0) {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
        continue
      }
      // A network read is a task of its own, so other tasks run between reads.
      await setImmediate()
      const count = Math.min(EVENTS_PER_READ, this.#wanted)
      this.#wanted -= count
      yield Array.from({ length: count }, () => {
        const version = ++this.#resourceVersion
        return { type: 'MODIFIED', object: itemAt(version % OBJECTS, version) } as const
      })
    }
  }
}

const source = new Source()
const informer = new SharedIndexInformer<Item>({
  listerWatcher: source,
  indexers: { node: byPath('spec.nodeName') },
})
let reached: () => void = () => {}
let awaited = ''
informer.addEventHandler({
  onUpdate: (_, { metadata }) => {
    if (metadata.resourceVersion === awaited) reached()
  },
})
const stopping = new AbortController()
const running = informer.run(stopping.signal)
await informer.synced()

async function heapAfter(updates: number): Promise<number> {
  const arrived = new Promise<void>(resolve => {
    reached = resolve
  })
  awaited = source.deliver(updates)
  await arrived
  // References on the stack of the last task must be released first.
  await setTimeout(200)
  return usedMemory()
}

// Compiled code and inline caches are part of the heap; create them before the first measurement.
await heapAfter(20 * OBJECTS)
const first = await heapAfter(OBJECTS)
const last = await heapAfter(UPDATES)
stopping.abort()
await running

const growth = last / first - 1
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
console.log(`heap after ${OBJECTS.toLocaleString('en')} updates: ${megabytes(first)}`)
console.log(`heap after ${UPDATES.toLocaleString('en')} more:    ${megabytes(last)}`)
console.log(`difference: ${(growth * 100).toFixed(2)} %, allowed ${ALLOWED_GROWTH * 100} %`)
if (Math.abs(growth) > ALLOWED_GROWTH) process.exitCode = 1
