import type { Fetch } from '../api/clock.ts'
import { type Corruption, concat, corrupt, inPieces } from './corruption.ts'

/** What the next answer suffers. */
export interface Attack {
  readonly on: 'list' | 'watch'
  readonly corruptions: readonly Corruption[]
  /** The sizes in which what is left of it arrives. */
  readonly pieces: readonly number[]
  /** What comes after the corrupted piece. @default the rest of the answer, as it is */
  readonly ending?: 'end' | 'break' | undefined
}

/** An answer before and after it was corrupted. */
export interface StruckAnswer {
  readonly sent: Uint8Array
  readonly delivered: Uint8Array
}

/** A network that corrupts one response on demand. */
export interface CorruptingFetch {
  readonly fetch: Fetch
  /** From now on, until an answer of that sort was struck. Of a watch, the next network read is struck. */
  arm(attack: Attack): void
  /** The next answer is this one, whatever was asked. */
  answer(response: Response): void
  /** The answer that was struck, as far as it was read; undefined when none was. */
  struck(): StruckAnswer | undefined
}

/** Puts a network that can be told to corrupt between a client and a server. */
export function createCorruptingFetch(fetch: Fetch): CorruptingFetch {
  let armed: Attack | undefined
  let instead: Response | undefined
  let log: { readonly sent: Uint8Array[]; readonly delivered: Uint8Array[] } | undefined
  const strike = (body: ReadableStream<Uint8Array>, attack: Attack): ReadableStream<Uint8Array> => {
    const sent: Uint8Array[] = []
    const delivered: Uint8Array[] = []
    log = { sent, delivered }
    return streamOf(body, reader => record(corrupted(record(chunksOf(reader), sent), attack), delivered))
  }
  return {
    arm(attack) {
      armed = attack
      log = undefined
    },
    answer(response) {
      instead = response
    },
    struck: () => log && { sent: concat(log.sent), delivered: concat(log.delivered) },
    async fetch(url, init) {
      const response = instead ?? (await fetch(url, init))
      instead = undefined
      const isWatch = new URL(String(url)).searchParams.has('watch')
      if (!armed || !response.body || (armed.on === 'watch') !== isWatch) return response
      const attack = armed
      armed = undefined
      return new Response(strike(response.body, attack), response)
    },
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

type Chunks = AsyncGenerator<Uint8Array, void, undefined>

async function* chunksOf(reader: Reader): Chunks {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** Of a list, the whole body is read before any of it is delivered: a corruption may strike anywhere in it. */
async function* corrupted(chunks: Chunks, { on, corruptions, pieces, ending }: Attack): Chunks {
  const victim: Uint8Array[] = []
  for (let read = await chunks.next(); !read.done; read = await chunks.next()) {
    victim.push(read.value)
    if (on === 'watch') break
  }
  yield* inPieces(corrupt(concat(victim), corruptions), pieces)
  if (ending === 'break') throw new TypeError('terminated')
  if (ending !== 'end') yield* chunks
}

/** Writes down what passes. */
async function* record(chunks: Chunks, seen: Uint8Array[]): Chunks {
  for await (const chunk of chunks) {
    seen.push(chunk.slice())
    yield chunk
  }
}

/** Nothing is made before it is asked for, so an error never overtakes what came before it. */
function streamOf(
  body: ReadableStream<Uint8Array>,
  read: (reader: Reader) => Chunks,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const chunks = read(reader)
  const close = () => void reader.cancel().catch(() => {})
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        close()
      },
      // Not through the generator: it would wait for the read that is pending.
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
