import { describe, expect, test, vi } from 'vitest'
import { readBytes } from './read-bytes.ts'
import { readText } from './read-text.ts'

/** A body of these chunks, and whether it was cancelled. */
function bodyOf(...chunks: readonly (string | number)[]) {
  const cancel = vi.fn<() => void>()
  const left = chunks.map(chunk =>
    typeof chunk === 'string' ? new TextEncoder().encode(chunk) : new Uint8Array(chunk),
  )
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel,
  })
  return { body, cancel }
}

describe('a body as text', () => {
  test.each([
    [['ab', 'cd'], 4, 'abcd', false],
    [['ab', 'cd'], 5, 'abcd', false],
    [['ab', 'cd'], 3, 'abc', true],
    [['ab', 'cd'], 2, 'ab', true],
    [['abcd'], 1, 'a', true],
    [['abcd'], 0, '', true],
    [[], 0, '', false],
  ])('of %j up to %d bytes is %j', async (chunks, limit, text, isCut) => {
    const { body, cancel } = bodyOf(...chunks)
    expect(await readText(body, limit)).toEqual({ text, isCut })
    expect(cancel).toHaveBeenCalledTimes(isCut ? 1 : 0)
  })

  test('a character may be in two chunks, and the last one incomplete', async () => {
    const stream = (...chunks: readonly number[][]) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(Uint8Array.from(chunk))
          controller.close()
        },
      })
    expect(await readText(stream([0xc3], [0xa9, 0x61]), 9)).toEqual({ text: 'éa', isCut: false })
    expect(await readText(stream([0x61, 0xc3]), 9)).toEqual({ text: 'a\uFFFD', isCut: false })
  })

  test('no body has no text', async () => expect(await readText(null, 9)).toEqual({ text: '', isCut: false }))
})

describe('a body as bytes', () => {
  test.each([
    [['ab', 'cd'], 4, 'abcd', false],
    [['ab', 'cd'], 3, 'abc', true],
    [['ab', 'cd'], 2, 'ab', true],
    [['', 'ab', '', 'cd'], 9, 'abcd', false],
    [[''], 9, '', false],
    [['abcd'], 0, '', true],
  ])('of %j up to %d bytes is %j', async (chunks, limit, text, isCut) => {
    const { body, cancel } = bodyOf(...chunks)
    const limitOf = vi.fn<(first: Uint8Array) => number>(() => limit)
    const read = await readBytes(body, limitOf)
    expect([new TextDecoder().decode(read.bytes), read.isCut]).toEqual([text, isCut])
    expect(cancel).toHaveBeenCalledTimes(isCut ? 1 : 0)
    const firsts = limitOf.mock.calls.map(([first]) => new TextDecoder().decode(first))
    expect(firsts).toEqual(chunks.filter(chunk => chunk !== '').slice(0, 1))
  })

  test('no body has no bytes', async () => {
    expect(await readBytes(null, () => 9)).toEqual({ bytes: new Uint8Array(0), isCut: false })
  })
})
