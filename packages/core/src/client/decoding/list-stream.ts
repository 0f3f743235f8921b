import { ProtocolError } from '../../api/errors.ts'
import type { ListProgress } from '../../api/lister-watcher.ts'
import type { List, ListMeta } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { isAnswer, isList, throwFailure, unexpectedAnswer } from '../transport/answer-kind.ts'
import { BodyReader } from './body-reader.ts'
import type { ItemDecoder } from './item-decoder.ts'
import { checkListSize } from './list-limits.ts'
import { ListParser } from './list-parser.ts'

/** Splits a list response into its items as it arrives. */
export interface ItemParser<T> {
  /** Parses the next chunk and appends the completed items. */
  push(chunk: Uint8Array, items: T[]): void
  /** Returns the list without its items. Throws a ProtocolError if it is not complete. */
  end(): unknown
  close(): void
}

/** How the items of a list are decoded, and the limits of what is read. */
export interface ReadListOptions<T> {
  readonly decoder: ItemDecoder<T>
  /** The parser of a list by its first chunk. @default of JSON */
  readonly parserOf?: ((first: Uint8Array) => ItemParser<T> | undefined) | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** Of the request. */
  readonly redactor?: Redactor | undefined
}

/** Reads a list response item by item as it arrives. Throws a ProtocolError if it is truncated or not
 * a list, and a StatusError if it is a Status that is no success. */
export async function readList<T>(
  body: ReadableStream<Uint8Array>,
  { decoder, parserOf, signal, onProgress, onBytes, redactor }: ReadListOptions<T>,
): Promise<List<T>> {
  let parser: ItemParser<T> | undefined
  const items: T[] = []
  let bytes = 0
  const reader = new BodyReader(body, { signal, onBytes })
  try {
    for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
      const before = items.length
      parser ??= parserOf?.(chunk) ?? new ListParser(decoder)
      parser.push(chunk, items)
      bytes += chunk.length
      checkListSize({ items: items.length, bytes })
      if (items.length > before) onProgress?.({ received: items.length })
    }
    signal?.throwIfAborted()
    parser ??= new ListParser(decoder)
    const envelope = parser.end()
    throwFailure(envelope, redactor)
    return decoder.list?.complete(envelope, items) ?? toList(envelope, items)
  } finally {
    parser?.close()
    reader.close()
  }
}

function toList<T>(envelope: unknown, items: readonly T[]): List<T> {
  if (!isAnswer(envelope) || !isList(envelope)) throw unexpectedAnswer(envelope)
  const { apiVersion, kind, metadata, items: others } = envelope as Partial<List<T>>
  if (typeof metadata !== 'object' || metadata === null) {
    throw new ProtocolError('the answer to a list is without list metadata')
  }
  // The key `items` has escapes or is duplicated. An empty result would empty the cache.
  if (others && !(Array.isArray(others) && others.length === 0))
    throw new ProtocolError('the answer to a list has items elsewhere')
  // Another group may have a kind of the same name.
  if (kind === 'Table' && /^meta\.k8s\.io\//.test(apiVersion ?? 'meta.k8s.io/'))
    throw new ProtocolError('unsupported list kind Table')
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    metadata: metadata as ListMeta,
    items,
  }
}
