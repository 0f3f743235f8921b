import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { concat } from '@kube-informer/cacher/http'
import {
  type CompressingOptions,
  compressing as compressingWith,
  type Handler,
} from '../compress/compressing.ts'

/** The compression level of the real server: fastest. */
const LEVEL = 1
/** The header that Go writes: no name, no time, fastest, unknown OS. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff)
const EMPTY_LAST_BLOCK = Uint8Array.of(1, 0, 0, 0xff, 0xff)

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A gzip member as Go writes one that is flushed before it is closed: byte-aligned data, then an empty last block.
 * Otherwise Go's reader would hold back the data that arrives together with the end of the member.
 */
function member(bytes: Bytes): Bytes {
  const data = deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
  return concat([HEADER, data, EMPTY_LAST_BLOCK, trailerOf(bytes)])
}

/** The checksum and the length, as a member without compression ends with them: Node 20 has no `crc32`. */
const trailerOf = (bytes: Bytes): Bytes => new Uint8Array(gzipSync(bytes, { level: 0 }).subarray(-8))

/** `compressing` with Node's synchronous zlib. */
export const compressing = (handle: Handler, options: Pick<CompressingOptions, 'features'> = {}): Handler =>
  compressingWith(handle, { ...options, member })
