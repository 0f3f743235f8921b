import { ProtocolError } from '../api/informer-error.ts'
import { hasMember } from '../api/own-member.ts'
import { accepts, readMembers } from '../api/read-members.ts'
import { type ProtobufGroups, setBytesCodec } from '../row/bytes-codec.ts'

/** What makes and reads rows of protobuf. */
export type ProtobufModule = typeof import('./rows/index.ts')

let loading: Promise<ProtobufModule> | undefined

/** Loads the module, once. After a failure a later call tries again. */
export const loadModule = (): Promise<ProtobufModule> => (loading ??= load())

/** Which groups are loaded. */
export interface LoadProtobufOptions {
  /** The groups whose kinds are read: `'common'` are the core group and apps. @default 'all' */
  readonly groups?: ProtobufGroups | undefined
}

/**
 * Loads what reads rows whose bodies are Kubernetes protobuf, once: 15 kB, and 4.5 kB for kinds that are not of the core group
 * or apps. An informer or a client that receives such rows has loaded it. Rows from elsewhere, such as a store of your
 * own, can be read after it. Rejects if a module cannot be fetched; a later call tries again.
 *
 * @example
 * await loadProtobuf()
 * const pods = storedRows.map(row => readObject(row))
 */
export async function loadProtobuf({ groups = 'all' }: LoadProtobufOptions = {}): Promise<void> {
  const rows = await loadModule()
  if (groups === 'all') await rows.loadOtherGroups()
}

async function load(): Promise<ProtobufModule> {
  try {
    const rows = await import('./rows/index.ts')
    rows.setMalformed(message => new ProtocolError(message))
    rows.setReader({ hasMember, readMembers, accepts })
    setBytesCodec(rows.codec)
    return rows
  } catch (error) {
    loading = undefined
    throw error
  }
}
