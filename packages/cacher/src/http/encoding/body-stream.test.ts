import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyStream } from './body-stream.ts'

const CHUNK = 64 * 1024

test('parts of any size are concatenated unchanged, in chunks of 64 KB', async () => {
  const size = fc.oneof(fc.nat(20), fc.nat(200_000), fc.constantFrom(CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK))
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 8 }), async sizes => {
      const parts = sizes.map((length, index) => new Uint8Array(length).fill(index + 1))
      const chunks: Uint8Array[] = []
      for await (const chunk of bodyStream(parts)) chunks.push(chunk)
      expect(Buffer.concat(chunks).equals(Buffer.concat(parts))).toBe(true)
      for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBe(CHUNK)
      expect(chunks.at(-1)?.length ?? 1).toBeGreaterThan(0)
    }),
    { numRuns: 100 },
  )
})
