import { ProtocolError } from '../api/errors.ts'
import type { List, ListMeta } from '../api/object.ts'
import { bodyText } from './body-text.ts'
import type { ItemDecoder } from './item-decoder.ts'
import { ListSplitter } from './list-splitter.ts'
import type { ListProgress } from './lister-watcher.ts'

/** How a list answer is read. */
export interface ReadListOptions<T> {
  readonly decoder: ItemDecoder<T>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Reads a list answer item by item as it arrives. Throws a ProtocolError when it is cut off or no list. */
export async function readList<T>(
  body: ReadableStream<Uint8Array>,
  { decoder, signal, onProgress, onBytes }: ReadListOptions<T>,
): Promise<List<T>> {
  const splitter = new ListSplitter()
  const items: T[] = []
  for await (const text of bodyText(body, { signal, onBytes })) {
    const before = items.length
    for (const item of splitter.push(text)) items.push(decoder.decode(item))
    if (items.length > before) onProgress?.({ received: items.length })
  }
  signal?.throwIfAborted()
  return toList(splitter.end(), items)
}

function toList<T>(envelope: unknown, items: readonly T[]): List<T> {
  const { apiVersion, kind, metadata } = envelope as Partial<List<T>>
  if (typeof metadata !== 'object' || metadata === null) {
    throw new ProtocolError(`the answer to a list is a ${kind ?? 'value'} without list metadata`)
  }
  // Another group may well have a resource of that name.
  if (kind === 'Table' && /^meta\.k8s\.io\//.test(apiVersion ?? 'meta.k8s.io/'))
    throw new ProtocolError('unsupported list kind Table')
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    metadata: metadata as ListMeta,
    items,
  }
}
