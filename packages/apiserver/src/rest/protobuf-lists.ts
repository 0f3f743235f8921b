import { type BodyObserver, bodyStream, type ListPage } from '@kube-informer/cacher/http'
import { apiVersionOf, type Clock } from '@kube-informer/core'
import { loadProtobufEncoder, type ProtobufEncoder } from '@kube-informer/core/protobuf'
import type { Kind } from '../kinds/kind.ts'
import { PROTOBUF } from './body/media-type.ts'

type Item = ListPage['items'][number]
type Bytes = Uint8Array<ArrayBuffer>

/** How many objects are encoded before other requests have their turn. */
const SLICE = 200

/** Encodes the lists of a server. Each version of an object is encoded once, as in JSON. */
export class ProtobufLists {
  readonly #clock: Clock
  readonly #encoders = new WeakMap<Kind, ItemEncoder>()
  #loading: Promise<ProtobufEncoder> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The response with a page; undefined if there is no protobuf of the kind. */
  async response(
    kind: Kind,
    page: ListPage,
    signal: AbortSignal,
    onList: BodyObserver['onList'],
  ): Promise<Response | undefined> {
    this.#loading ??= loadProtobufEncoder()
    const protobuf = await this.#loading
    const { resource, listKind } = kind
    const apiVersion = apiVersionOf(resource)
    const type = { apiVersion, kind: resource.kind }
    if (!protobuf.hasKind(type)) return undefined
    const encoder = this.#encoders.get(kind) ?? new ItemEncoder(type, protobuf)
    this.#encoders.set(kind, encoder)
    const items = await this.#encode(page, encoder, signal)
    const onDone = onList?.()
    const parts = protobuf.encodeList({ apiVersion, kind: listKind }, page.metadata, items)
    return new Response(bodyStream(parts, { signal, onDone }), {
      headers: { 'Content-Type': PROTOBUF, 'Cache-Control': 'no-cache, private' },
    })
  }

  async #encode({ items }: ListPage, encoder: ItemEncoder, signal: AbortSignal): Promise<readonly Bytes[]> {
    const encoded: Bytes[] = []
    let pausedAt = encoder.count
    for (const item of items) {
      encoded.push('encoded' in item ? item.encoded(encoder) : encoder.encode(item))
      if (encoder.count - pausedAt < SLICE) continue
      await this.#clock.yieldToHost()
      signal.throwIfAborted()
      pausedAt = encoder.count
    }
    return encoded
  }
}

/** Encodes the objects of a kind as items of a list. */
class ItemEncoder {
  /** How many objects were encoded so far. */
  count = 0
  readonly #type: Parameters<ProtobufEncoder['hasKind']>[0]
  readonly #protobuf: ProtobufEncoder

  constructor(type: Parameters<ProtobufEncoder['hasKind']>[0], protobuf: ProtobufEncoder) {
    this.#type = type
    this.#protobuf = protobuf
  }

  encode({ object }: Pick<Item, 'object'>): Bytes {
    this.count++
    return this.#protobuf.encodeItem(this.#type, object)
  }
}
