import type { Run } from '../bench-case.ts'
import { measureDeliveries } from './deliveries.ts'
import { FIRST, objectAt } from './objects.ts'

/** The floor: one stream for each reader; each event is enqueued into every stream. */
export const run: Run = setup =>
  measureDeliveries(setup, async ({ readers, events }) => {
    const controllers: ReadableStreamDefaultController<unknown>[] = []
    const streams = Array.from(
      { length: readers },
      () => new ReadableStream({ start: controller => void controllers.push(controller) }),
    )
    const finished = Promise.all(streams.map(stream => readAll(stream, events)))
    return {
      write: version => {
        const object = objectAt(version, FIRST + version)
        for (const controller of controllers) controller.enqueue(object)
      },
      finished: finished.then(() => undefined),
    }
  })

async function readAll(stream: ReadableStream<unknown>, events: number): Promise<void> {
  const reader = stream.getReader()
  for (let received = 0; received < events; received++) await reader.read()
}
