import { ProtocolError } from '../api/informer-error.ts'
import { parsePath } from '../api/path.ts'
import { setBytesCodec } from '../row/bytes-codec.ts'

/** What makes and reads rows of protobuf. */
export type ProtobufModule = typeof import('./rows/index.ts')

let loading: Promise<ProtobufModule> | undefined

/**
 * Loads what reads rows whose bodies are Kubernetes protobuf, once: 18 kB. An informer or a client that receives such rows
 * has loaded it. Rows from elsewhere, such as a store of your own, can be read after it. Rejects if the module cannot be
 * fetched; a later call tries again.
 *
 * @example
 * await loadProtobuf()
 * const pods = storedRows.map(row => readObject(row))
 */
export async function loadProtobuf(): Promise<ProtobufModule> {
  loading ??= load()
  try {
    return await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

async function load(): Promise<ProtobufModule> {
  const rows = await import('./rows/index.ts')
  rows.setReader({ malformed: message => new ProtocolError(message), parsePath })
  setBytesCodec(rows.codec)
  return rows
}
