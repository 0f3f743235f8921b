import { expect, test } from 'vitest'
import { inLargeChunks } from './large-chunks.ts'

const KIB = 1024

function bodyOf(sizes: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let value = 0
  const chunks = sizes.map(size => new Uint8Array(size).fill(value++ % 256))
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return chunks
}

test('chunks are joined to one megabyte, in order', async () => {
  const sizes = Array.from({ length: 40 }, () => 64 * KIB)
  const chunks = await read(inLargeChunks(bodyOf(sizes)))
  expect(chunks.map(({ length }) => length / KIB)).toEqual([1024, 1024, 512])
  expect([chunks[0]?.[0], chunks[1]?.[0], chunks[2]?.at(-1)]).toEqual([0, 16, 39])
})

test('an empty body stays empty', async () => {
  expect(await read(inLargeChunks(bodyOf([])))).toEqual([])
})

test('cancelling cancels the original body', async () => {
  let reason: unknown
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    cancel: given => {
      reason = given
    },
  })
  await inLargeChunks(body).cancel('no longer needed')
  expect(reason).toBe('no longer needed')
})
