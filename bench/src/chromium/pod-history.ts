import type { Pod } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'
import { encodeFrame, encodeItems, joinItems, versionedPods } from '../pods/wire.ts'
import { type Change, churnOf } from './churn.ts'

/** A part has about a megabyte. */
export const PODS_OF_A_PART = 150

/** The Pods of a setup and all that happens to them, as bytes that are made once: what is measured is the reader. */
export class PodHistory {
  /** The key of the first Pod, which changes with every so many events. */
  readonly mark: string
  /** How many Pods there are before anything has happened. */
  readonly count: number
  /** The items of the list then, some of them in each part. */
  readonly parts: readonly Buffer[]
  readonly #churn: Generator<Change, never>
  readonly #lines: Buffer[] = []
  readonly #counts: number[] = []

  constructor(setup: Setup) {
    const pods = [...versionedPods(setup)]
    this.mark = pods[0] ? keyOf(pods[0]) : ''
    this.count = pods.length
    this.parts = [...encodeParts(pods.sort(byKey))]
    this.#churn = churnOf(setup)
  }

  /** Makes the events up to this many, so that nobody waits for them later. */
  prepare(events: number): void {
    while (this.#lines.length < events) {
      const { type, object, count } = this.#churn.next().value
      this.#lines.push(encodeFrame(type, object))
      this.#counts.push(count)
    }
  }

  /** The line of the event with this number, from 0. */
  line(event: number): Buffer {
    this.prepare(event + 1)
    return this.#lines[event] ?? Buffer.alloc(0)
  }

  /** How many Pods there are behind so many events. */
  countAfter(events: number): number {
    this.prepare(events)
    return this.#counts[events - 1] ?? this.count
  }
}

const keyOf = ({ metadata: { namespace, name } }: Pod): string => `${namespace}/${name}`

/** An apiserver lists in the order of its storage. */
const byKey = (a: Pod, b: Pod): number => (keyOf(a) < keyOf(b) ? -1 : 1)

function* encodeParts(pods: readonly Pod[]): Generator<Buffer> {
  for (let from = 0; from < pods.length; from += PODS_OF_A_PART) {
    yield joinItems(encodeItems(pods.slice(from, from + PODS_OF_A_PART)))
  }
}
