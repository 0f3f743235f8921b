import type { Fetch } from '@kube-informer/core'
import { encodeEvents, FIRST, initialList } from './events.ts'

/** An apiserver of Pods whose single watch sends what is pushed. Runs in any runtime. */
export class PushedUpstream {
  /** Resolves when the watch has been opened. */
  readonly watched: Promise<void>
  #opened = () => {}
  #watch: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #version = FIRST

  constructor() {
    this.watched = new Promise(resolve => {
      this.#opened = resolve
    })
  }

  readonly fetch: Fetch = async input => {
    const url = new URL(String(input))
    if (!url.searchParams.has('watch')) return Response.json(initialList())
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: controller => {
        this.#watch = controller
      },
    })
    this.#opened()
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  }

  push(events: number): void {
    this.#watch?.enqueue(encodeEvents(this.#version + 1, events))
    this.#version += events
  }
}
