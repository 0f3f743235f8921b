import { errorMessage } from '../../api/error-message.ts'
import { StatusError } from '../../api/errors.ts'
import type { Status, WatchEvent } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { type BodyOptions, BodyReader } from './body-reader.ts'
import type { ItemDecoder } from './item-decoder.ts'
import { WatchParser } from './watch-parser.ts'

/** Splits a watch response into its events as it arrives. */
export interface EventParser<T> {
  /** Parses the next chunk and appends the completed events. Throws a ProtocolError if the stream cannot be trusted. */
  push(chunk: Uint8Array, events: WatchEvent<T>[]): void
  close(): void
}

export interface ReadWatchOptions<T> extends BodyOptions {
  readonly decoder: ItemDecoder<T>
  /** The parser of a stream by its first chunk. @default of JSON */
  readonly parserOf?: ((first: Uint8Array) => EventParser<T> | undefined) | undefined
  /** Called with the error when the connection is lost, before the iteration ends. */
  readonly onLost?: ((error: unknown) => void) | undefined
  /** Of the request. */
  readonly redactor?: Redactor | undefined
}

/**
 * Reads a watch response: each array holds the events of one network read.
 *
 * - A stream that ends or breaks ends the iteration; an unfinished last frame is dropped, and the next watch
 *   delivers it again. `onLost` tells the two apart: when a connection breaks, the runtime drops what it has received and not
 *   yet delivered, so that a stream without events may have had some.
 * - A frame that cannot be decoded becomes an ERROR event (code 500, reason InternalError, as client-go's
 *   stream watcher does), and the stream is closed: nothing after it can be trusted. A decoder may throw a StatusError, which
 *   is the event then.
 */
export function readWatch<T>(
  body: ReadableStream<Uint8Array>,
  options: ReadWatchOptions<T>,
): AsyncGenerator<readonly WatchEvent<T>[], void, undefined> {
  // Immediately, since undici closes a body without a reader when its response is garbage-collected.
  const reader = new BodyReader(body, options)
  const events = readEvents(reader, options)
  const end = events.return.bind(events)
  events.return = value => {
    // A generator that is ended before its first read runs no `finally` block, so the body is closed here.
    reader.close()
    return end(value)
  }
  return events
}

async function* readEvents<T>(
  reader: BodyReader,
  { decoder, parserOf, signal, onLost, redactor }: ReadWatchOptions<T>,
): AsyncGenerator<readonly WatchEvent<T>[], void, undefined> {
  let parser: EventParser<T> | undefined
  // A read that fails after the headers ends the stream normally; the watch resumes from its last event.
  const next = () => reader.next().catch(error => void onLost?.(error))
  try {
    for (let chunk = await next(); chunk; chunk = await next()) {
      const events: WatchEvent<T>[] = []
      parser ??= parserOf?.(chunk) ?? new WatchParser({ decoder, redactor })
      const failed = !parseInto(parser, chunk, events)
      if (events.length > 0 && !signal?.aborted) yield events
      if (failed) return
    }
  } finally {
    parser?.close()
    reader.close()
  }
}

/** @returns whether the stream can still be trusted */
function parseInto<T>(parser: EventParser<T>, chunk: Uint8Array, events: WatchEvent<T>[]): boolean {
  try {
    parser.push(chunk, events)
    return true
  } catch (error) {
    events.push({
      type: 'ERROR',
      object: error instanceof StatusError ? error.status : decodingStatus(error),
    })
    return false
  }
}

const decodingStatus = (error: unknown): Status => ({
  kind: 'Status',
  status: 'Failure',
  code: 500,
  reason: 'InternalError',
  message: `unable to decode an event from the watch stream: ${errorMessage(error)}`,
  details: { causes: [{ reason: 'UnexpectedServerResponse' }, { reason: 'ClientWatchDecoding' }] },
})
