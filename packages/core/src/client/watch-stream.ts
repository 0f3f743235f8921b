import { ProtocolError } from '../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../api/object.ts'
import { findPath, isObjectAt, skipSpace, skipString, skipValue, stringAt } from '../row/json-text.ts'
import { bodyText } from './body-text.ts'
import { FrameSplitter } from './frame-splitter.ts'
import type { ItemDecoder } from './item-decoder.ts'

/** How a watch answer is read. */
export interface ReadWatchOptions<T> {
  readonly decoder: ItemDecoder<T>
  readonly signal?: AbortSignal | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * Reads a watch answer: each array holds the events of one network read.
 *
 * - A stream that ends or breaks ends the iteration; an unfinished last frame is dropped, and the next watch
 *   delivers it again.
 * - A frame that cannot be decoded becomes an ERROR event (code 500, reason InternalError, as client-go's
 *   stream watcher does), and the stream is closed: nothing after it can be trusted.
 */
export function readWatch<T>(
  body: ReadableStream<Uint8Array>,
  options: ReadWatchOptions<T>,
): AsyncGenerator<readonly WatchEvent<T>[], void, undefined> {
  const events = readEvents(body, options)
  const end = events.return.bind(events)
  events.return = value => {
    // A generator that is ended before its first read runs nothing that could close the body.
    if (!body.locked) body.cancel().catch(() => {})
    return end(value)
  }
  return events
}

async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  { decoder, signal, onBytes }: ReadWatchOptions<T>,
): AsyncGenerator<readonly WatchEvent<T>[], void, undefined> {
  const splitter = new FrameSplitter()
  const pieces = bodyText(body, { signal, onBytes })
  try {
    for (let piece = await next(pieces); piece !== undefined; piece = await next(pieces)) {
      const { events, failed } = decodePiece(splitter, piece, decoder)
      if (events.length > 0 && !signal?.aborted) yield events
      if (failed) return
    }
  } finally {
    await pieces.return()
  }
}

/** A read that fails after the headers came is an end like any other: the watch resumes from its last event. */
async function next(pieces: AsyncGenerator<string, void, undefined>): Promise<string | undefined> {
  try {
    const { value } = await pieces.next()
    return value ?? undefined
  } catch {
    return undefined
  }
}

function decodePiece<T>(
  splitter: FrameSplitter,
  piece: string,
  decoder: ItemDecoder<T>,
): { events: WatchEvent<T>[]; failed: boolean } {
  const events: WatchEvent<T>[] = []
  try {
    for (const frame of splitter.push(piece)) events.push(decodeFrame(frame, decoder))
    return { events, failed: false }
  } catch (error) {
    events.push({ type: 'ERROR', object: decodingStatus(error) })
    return { events, failed: true }
  }
}

function decodeFrame<T>(frame: string, decoder: ItemDecoder<T>): WatchEvent<T> {
  const open = skipSpace(frame, 0)
  const typeAt = findPath(frame, open, ['type'])
  const objectAt = findPath(frame, open, ['object'])
  if (typeAt === -1 || frame.charAt(typeAt) !== '"' || !isObjectAt(frame, objectAt)) {
    throw new ProtocolError(`not a watch event: ${frame.slice(0, 120)}`)
  }
  const type = stringAt(frame, typeAt, skipString(frame, typeAt))
  const text = frame.slice(objectAt, skipValue(frame, objectAt))
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: decoder.decode(text) }
    case 'BOOKMARK':
      return { type, object: JSON.parse(text) as KubernetesObject }
    case 'ERROR':
      return { type, object: JSON.parse(text) as Status }
    default:
      throw new ProtocolError(`unknown watch event type ${JSON.stringify(type)}`)
  }
}

const decodingStatus = (error: unknown): Status => ({
  kind: 'Status',
  status: 'Failure',
  code: 500,
  reason: 'InternalError',
  message: `unable to decode an event from the watch stream: ${error instanceof Error ? error.message : String(error)}`,
  details: { causes: [{ reason: 'UnexpectedServerResponse' }, { reason: 'ClientWatchDecoding' }] },
})
