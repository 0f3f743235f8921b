import { ProtocolError } from '../api/informer-error.ts'
import { parsePath } from '../api/path.ts'
import { setBytesCodec } from '../row/bytes-codec.ts'

/** What makes and reads rows of protobuf. */
export type ProtobufModule = typeof import('./rows/index.ts')

let loading: Promise<ProtobufModule> | undefined

/** Loads the module, once. After a failure a later call tries again. */
export function loadModule(): Promise<ProtobufModule> {
  loading ??= load().catch(error => {
    loading = undefined
    throw error
  })
  return loading
}

/**
 * Loads what reads rows whose bodies are Kubernetes protobuf, once: 18 kB. An informer or a client that receives such rows
 * has loaded it. Rows from elsewhere, such as a store of your own, can be read after it. Rejects if the module cannot be
 * fetched; a later call tries again.
 *
 * @example
 * await loadProtobuf()
 * const pods = storedRows.map(row => readObject(row))
 */
export const loadProtobuf = (): Promise<unknown> => loadModule()

async function load(): Promise<ProtobufModule> {
  const rows = await import('./rows/index.ts')
  rows.setReader({ malformed: message => new ProtocolError(message), parsePath })
  setBytesCodec(rows.codec)
  return rows
}
