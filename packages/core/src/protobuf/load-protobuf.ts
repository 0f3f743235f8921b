/** What reads rows from protobuf. */
export type ProtobufModule = typeof import('./rows/index.ts')

let loading: Promise<ProtobufModule> | undefined

/**
 * Loads what reads rows whose bodies are Kubernetes protobuf, once: 15 kB. An informer or a client that receives such rows
 * has loaded it. Rows from elsewhere, such as a store of your own, can be read after it. Rejects if the module cannot be
 * fetched; a later call tries again.
 *
 * @example
 * await loadProtobuf()
 * const pods = storedRows.map(row => readObject(row))
 */
export async function loadProtobuf(): Promise<ProtobufModule> {
  loading ??= import('./rows/index.ts')
  try {
    return await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}
