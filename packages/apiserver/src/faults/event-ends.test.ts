import { expect, test } from 'vitest'
import { type EventEnds, FrameEnds, lineEnds } from './event-ends.ts'

function endsIn(ends: EventEnds, bytes: Uint8Array, chunkSize: number): readonly number[] {
  const found: number[] = []
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const chunk = bytes.subarray(start, start + chunkSize)
    for (let end = ends.next(chunk, 0); end >= 0; end = ends.next(chunk, end)) found.push(start + end)
  }
  return found
}

const FRAMES = Uint8Array.from([0, 0, 0, 3, 10, 10, 10, 0, 0, 0, 0, 0, 0, 1, 0, ...Array(256).fill(10), 0, 0])

test.each([1, 2, 3, 5, 1000])('frames end after their length, in chunks of %i bytes', size => {
  expect(endsIn(new FrameEnds(), FRAMES, size)).toEqual([7, 11, 271])
})

test.each([1, 2, 1000])('lines end after a newline, in chunks of %i bytes', size => {
  expect(endsIn(lineEnds, new TextEncoder().encode('a\nbc\n\nd'), size)).toEqual([2, 5, 6])
})
