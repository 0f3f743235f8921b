import { encodeEvents, FIRST } from './events.ts'

/** The floor: a stream for each reader, and each burst of events is one chunk for all of them. Runs in any runtime. */
export class BareStreams {
  readonly #controllers: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
  #version = FIRST

  open(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({ start: controller => void this.#controllers.push(controller) })
  }

  push(events: number): void {
    const bytes = encodeEvents(this.#version + 1, events)
    this.#version += events
    for (const controller of this.#controllers) controller.enqueue(bytes)
  }
}
