import type { ProtobufEncoder } from '@kube-informer/core/protobuf'
import type { Pod } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { encodeFrame, encodeItems, joinItems, LIST_VERSION, versionedPods } from '../pods/wire.ts'
import { type Change, churnOf } from './churn.ts'

/** The size of a part is about a megabyte. */
export const PODS_OF_A_PART = 150

/** The Pods of a setup and their events, encoded once in advance, so that only the reader is measured. */
export class PodHistory {
  /** The key of the first Pod, which every `MARK_EVERY`-th event changes. */
  readonly mark: string
  /** The number of Pods before the first event. */
  readonly count: number
  /** The items of the initial list, in parts. */
  readonly parts: readonly Buffer[]
  readonly #churn: Generator<Change, never>
  readonly #lines: Buffer[] = []
  /** The same events in protobuf. */
  readonly #frames: Uint8Array[] = []
  readonly #counts: number[] = []
  /** The initial list in protobuf, if the server has that too. */
  readonly protobufList: Uint8Array | undefined
  readonly #protobuf: ProtobufEncoder | undefined

  /** @param protobuf for a server that also has protobuf */
  constructor(setup: Setup, protobuf?: ProtobufEncoder) {
    const pods = [...versionedPods(setup)]
    this.mark = pods[0] ? keyOf(pods[0]) : ''
    this.count = pods.length
    pods.sort(byKey)
    this.parts = [...encodeParts(pods)]
    this.#protobuf = protobuf
    this.protobufList = protobuf?.encode({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(LIST_VERSION) },
      items: pods,
    } as object)
    this.#churn = churnOf(setup)
  }

  /** Encodes the first events in advance. */
  prepare(events: number): void {
    while (this.#lines.length < events) {
      const { type, object, count } = this.#churn.next().value
      this.#lines.push(encodeFrame(type, object))
      const frame = this.#protobuf?.encodeEvent(type, object)
      if (frame) this.#frames.push(frame)
      this.#counts.push(count)
    }
  }

  /** The line of the event with this index. */
  line(event: number): Buffer {
    this.prepare(event + 1)
    return this.#lines[event] ?? Buffer.alloc(0)
  }

  /** The same in protobuf. */
  frame(event: number): Uint8Array {
    this.prepare(event + 1)
    return this.#frames[event] ?? new Uint8Array()
  }

  /** The number of Pods after this many events. */
  countAfter(events: number): number {
    this.prepare(events)
    return this.#counts[events - 1] ?? this.count
  }
}

const keyOf = ({ metadata: { namespace, name } }: Pod): string => `${namespace}/${name}`

/** Sorts as an apiserver lists: in the order of its storage. */
const byKey = (a: Pod, b: Pod): number => (keyOf(a) < keyOf(b) ? -1 : 1)

function* encodeParts(pods: readonly Pod[]): Generator<Buffer> {
  for (let from = 0; from < pods.length; from += PODS_OF_A_PART) {
    yield joinItems(encodeItems(pods.slice(from, from + PODS_OF_A_PART)))
  }
}
