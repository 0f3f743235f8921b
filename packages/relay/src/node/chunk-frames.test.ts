import { expect, test } from 'vitest'
import { ChunkFrames } from './chunk-frames.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('readers of one chunk share its frame until the end of the turn', async () => {
  const frames = new ChunkFrames()
  const chunk = bytesOf('ä'.repeat(20))
  const frame = frames.of(chunk)
  expect(new TextDecoder().decode(frame)).toBe(`28\r\n${'ä'.repeat(20)}\r\n`)
  expect(frames.of(chunk)).toBe(frame)
  await Promise.resolve()
  expect(frames.of(chunk)).not.toBe(frame)
})

test('chunks of several views have frames of their own, and an empty one has none', () => {
  const frames = new ChunkFrames()
  const texts = ['a', 'bc', '', 'a'].map(text => new TextDecoder().decode(frames.of(bytesOf(text))))
  expect(texts).toEqual(['1\r\na\r\n', '2\r\nbc\r\n', '', '1\r\na\r\n'])
})
