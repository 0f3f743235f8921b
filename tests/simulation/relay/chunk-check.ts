import type { Oracle } from './oracle.ts'

/** Where a reader is after a chunk. */
export interface Checked {
  /** How many events of its view it has received. */
  readonly position: number
  /** What it resumes from; undefined if the chunk does not say. */
  readonly resourceVersion: string | undefined
  /** The code of an ERROR event. */
  readonly error: number | undefined
  /** When the oldest event of the chunk was written. */
  readonly oldestAt: number
  /** What is wrong with the chunk. */
  readonly fault: string | undefined
}

interface Received {
  readonly type: string
  readonly object: {
    readonly metadata?: {
      readonly name?: string
      readonly namespace?: string
      readonly resourceVersion?: string
    }
    readonly code?: number
  }
}

/**
 * Compares chunks of watches with the oracle. Readers of a view receive the same bytes, which are parsed and compared once
 * for each position.
 */
export class ChunkCheck {
  readonly #oracle: Oracle
  readonly #decoder = new TextDecoder()
  readonly #events = new WeakMap<Uint8Array, readonly Received[]>()
  readonly #results = new WeakMap<Uint8Array, Map<number, Checked>>()

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  /** Checks what a reader of a view receives next. */
  check(chunk: Uint8Array, view: number, position: number): Checked {
    const results = this.#results.get(chunk) ?? new Map<number, Checked>()
    this.#results.set(chunk, results)
    const key = position * 100 + view
    const checked = results.get(key) ?? this.#compare(this.#parse(chunk), view, position)
    results.set(key, checked)
    return checked
  }

  #parse(chunk: Uint8Array): readonly Received[] {
    const known = this.#events.get(chunk)
    if (known) return known
    const lines = this.#decoder.decode(chunk).split('\n')
    const events = lines.filter(line => line !== '').map(line => JSON.parse(line) as Received)
    this.#events.set(chunk, events)
    return events
  }

  #compare(events: readonly Received[], view: number, from: number): Checked {
    const expected = this.#oracle.eventsOf(view)
    let position = from
    let resourceVersion: string | undefined
    let error: number | undefined
    let fault: string | undefined
    for (const { type, object } of events) {
      const next = expected[position]
      const { namespace, name, resourceVersion: version = '' } = object.metadata ?? {}
      if (type === 'ERROR') error = object.code ?? 0
      else if (type === 'BOOKMARK') {
        if (next && next.revision <= Number(version))
          fault ??= `a bookmark at ${version} before the event ${next.text}@${next.revision}`
        resourceVersion = version
      } else {
        const text = `${type} ${namespace}/${name}`
        if (next?.text !== text || next.revision !== Number(version))
          fault ??= `received ${text}@${version} instead of ${next?.text ?? 'nothing'}@${next?.revision ?? ''}`
        position++
        resourceVersion = version
      }
    }
    const oldestAt = expected[from]?.at ?? Number.POSITIVE_INFINITY
    return { position, resourceVersion, error, oldestAt, fault }
  }
}
