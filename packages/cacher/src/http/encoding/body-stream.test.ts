import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Scheduler, Step } from '../../api/scheduler.ts'
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

describe('in turns of the reader', () => {
  class Queue implements Scheduler {
    readonly steps: (readonly [user: string, step: Step])[] = []
    add(user: string, step: Step): void {
      this.steps.push([user, step])
    }
  }
  const part = new TextEncoder().encode('a'.repeat(64 * 1024))

  test('each chunk is made in a turn', async () => {
    const scheduler = new Queue()
    let made = 0
    function* parts() {
      for (; made < 2; made++) yield part
    }
    const reader = bodyStream(parts(), { scheduler: { scheduler, user: 'alice' } }).getReader()
    for (const length of [part.length, part.length, undefined]) {
      const read = reader.read()
      await vi.waitFor(() => expect(scheduler.steps).toHaveLength(1))
      const [user, step] = scheduler.steps.pop() ?? []
      expect(user).toBe('alice')
      step?.run()
      expect((await read).value?.length).toBe(length)
    }
  })

  test('a part that fails in a turn fails the body, and a turn after a cancel makes nothing', async () => {
    const scheduler = new Queue()
    // biome-ignore lint/correctness/useYield: it fails before its first part
    function* failing(): Generator<Uint8Array> {
      throw new Error('no part')
    }
    const reader = bodyStream(failing(), { scheduler: { scheduler, user: 'a' } }).getReader()
    const read = reader.read()
    await vi.waitFor(() => expect(scheduler.steps).toHaveLength(1))
    scheduler.steps.pop()?.[1].run()
    await expect(read).rejects.toThrow('no part')

    let made = 0
    function* counted() {
      for (;;) {
        made++
        yield part
      }
    }
    const cancelled = bodyStream(counted(), { scheduler: { scheduler, user: 'a' } }).getReader()
    const pending = cancelled.read()
    await vi.waitFor(() => expect(scheduler.steps).toHaveLength(1))
    await cancelled.cancel()
    scheduler.steps.pop()?.[1].run()
    expect([(await pending).done, made]).toEqual([true, 0])
  })
})
