import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipMember } from './gzip-member.ts'

const HEADER = [0x1f, 0x8b, 8]
const NO_FLAGS_TIME_OR_LEVEL = [0, 0, 0, 0, 0, 0]
const UNIX = 3
/** An empty last block of deflate, and the checksum and length of nothing. */
const NOTHING = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

test.each(['', 'a', 'x'.repeat(100_000)])(
  'the bytes are compressed, and an empty member follows',
  async text => {
    const bytes = await gzipMember(new TextEncoder().encode(text))
    expect(gunzipSync(bytes).toString()).toBe(text)
    expect([...bytes.slice(-20)]).toEqual([...HEADER, ...NO_FLAGS_TIME_OR_LEVEL, UNIX, ...NOTHING])
    expect(gunzipSync(bytes.slice(0, -20)).toString()).toBe(text)
  },
)
