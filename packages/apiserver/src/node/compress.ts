import { constants, crc32, deflateRawSync } from 'node:zlib'
import { concat } from '@kube-informer/core/cacher/internal'
import {
  type CompressingOptions,
  compressing as compressingWith,
  type Handler,
} from '../compress/compressing.ts'

/** The fastest, as the real server's. */
const LEVEL = 1
/** No name, no time, the fastest way, an unknown system: what Go writes. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff)
const EMPTY_LAST_BLOCK = Uint8Array.of(1, 0, 0, 0xff, 0xff)

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A gzip member as Go writes one that is flushed before it is closed: the data are byte-aligned, and the last block is
 * an empty one. Go's own reader hands out the data only then: it holds back what comes together with the end.
 */
function member(bytes: Bytes): Bytes {
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(0, crc32(bytes), true)
  trailer.setUint32(4, bytes.length, true)
  const data = deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
  return concat([HEADER, data, EMPTY_LAST_BLOCK, new Uint8Array(trailer.buffer)])
}

/** `compressing` with Node's own compression, which needs no turn of the event loop for a member. */
export const compressing = (handle: Handler, options: Pick<CompressingOptions, 'features'> = {}): Handler =>
  compressingWith(handle, { ...options, member })
