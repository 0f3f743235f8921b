import type { ListContext, ListOptions, WatchContext, WatchOptions } from '../../api/lister-watcher.ts'
import type { List, WatchEvent } from '../../api/object.ts'
import { onAbort } from '../../api/on-abort.ts'
import { Redactor } from '../../api/redactor.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../../api/resource.ts'
import { withSelectorTexts } from '../../api/selector-texts.ts'
import type { ItemDecoder } from '../decoding/item-decoder.ts'
import { type ItemParser, readList } from '../decoding/list-stream.ts'
import { type EventParser, readWatch } from '../decoding/watch-stream.ts'
import { jsonBody, sayingWhat } from '../transport/answer.ts'
import { redactedStatus } from '../transport/status-text.ts'
import type { KubeRequest, Transport } from '../transport/transport.ts'
import type { OpenWatchOptions, WatchTransports } from '../watches/watch-transports.ts'
import type { Encodings, RowForm } from './encodings.ts'

/** How a collection is read: its scope and its decoder. */
interface CollectionOptions<T> extends Omit<ListContext, 'signal'>, Pick<WatchContext, 'onLost'> {
  readonly signal?: AbortSignal | undefined
  readonly namespace?: string | undefined
  readonly decoder: ItemDecoder<T>
  /** The form to ask for. @default application/json */
  readonly accept?: string | undefined
  /** Set if the decoder makes rows, which can also be made of protobuf. */
  readonly rows?: RowForm | undefined
  /** How a watch is opened. @default the client's options */
  readonly opening?: OpenWatchOptions | undefined
}

/**
 * Reads collections for informers: straight from the bytes of a response, into objects or rows. {@link createKubeClient}
 * implements it. Its members take decoders, and any release may change them.
 */
export interface CollectionSource {
  /** How watches are opened; shared by all of them. */
  readonly watches: WatchTransports
  /** One page, or everything when `limit` is absent. */
  list<T>(resource: ResourceDefinition, options: ListOptions, into: CollectionOptions<T>): Promise<List<T>>
  /** Settles with the response headers; see {@link ListerWatcher}. */
  watch<T>(
    resource: ResourceDefinition,
    options: WatchOptions,
    into: CollectionOptions<T>,
  ): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
}

/** What collections are read with. */
interface SourceParts {
  readonly transport: Transport
  readonly encodings: Encodings
  readonly watches: WatchTransports
}

export const createCollectionSource = ({ transport, encodings, watches }: SourceParts): CollectionSource => ({
  watches,

  async list<T>(
    resource: ResourceDefinition,
    query: ListOptions,
    { namespace, signal, accept, rows, opening: _, onRetry, ...into }: CollectionOptions<T>,
  ): Promise<List<T>> {
    const what = `list ${describeLocation(resource, { namespace })}`
    const redactor = new Redactor()
    const [body, protobuf, isInProtobuf] = await encodings.request(rows, 'list', signal, async offer => {
      const headers = withAccept(offer?.accept ?? accept)
      const request = { query: withSelectorTexts(query), redactor, signal, what, headers, onRetry }
      return jsonBody(await transport.request(resourcePath(resource, { namespace }), request), what, offer)
    })
    // Where there is `protobuf`, there are `rows`, and the decoder makes rows, too.
    const parserOf = (first: Uint8Array) =>
      (isInProtobuf?.(first) ? protobuf?.listParser(rows as RowForm) : undefined) as ItemParser<T> | undefined
    return sayingWhat(readList(body, { ...into, parserOf, redactor, signal }), what)
  },

  async watch<T>(
    resource: ResourceDefinition,
    query: WatchOptions,
    { namespace, signal: outer, accept, rows, opening, onRetry, ...into }: CollectionOptions<T>,
  ): Promise<AsyncIterable<readonly WatchEvent<T>[]>> {
    const what = `watch ${describeLocation(resource, { namespace })}`
    const redactor = new Redactor()
    // A signal may outlive many watches: each has its own, and leaves nothing behind.
    const watch = new AbortController()
    const { signal } = watch
    const onClose = onAbort(outer, reason => watch.abort(reason))
    const headers = withAccept(accept)
    const request = {
      query: { watch: true, ...withSelectorTexts(query) },
      redactor,
      signal,
      what,
      headers,
      onRetry,
    }
    const opened = encodings.request(rows, 'watch', signal, offer =>
      watches.open(resourcePath(resource, { namespace }), { ...request, offer }, opening),
    )
    opened.catch(onClose)
    const [body, protobuf, isInProtobuf] = await opened
    const readStatus = redactedStatus(redactor)
    const parserOf = (first: Uint8Array) =>
      (isInProtobuf?.(first) ? protobuf?.watchParser(rows as RowForm, readStatus) : undefined) as
        | EventParser<T>
        | undefined
    return readWatch(body, { ...into, parserOf, redactor, signal, onClose })
  },
})

const withAccept = (accept: string | undefined): KubeRequest['headers'] =>
  accept === undefined ? undefined : { accept }
