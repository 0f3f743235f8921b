import { describe, expect, test } from 'vitest'
import { EventBuffer } from './event-buffer.ts'

describe('EventBuffer', () => {
  test('T-IWT-1: closing ends a reader that waits', async () => {
    const buffer = new EventBuffer<number>()
    const reads = [buffer.next(), buffer.next()]
    buffer.close()
    buffer.close()
    expect(await Promise.all(reads)).toEqual(Array(2).fill({ done: true, value: undefined }))
  })

  test('T-IWT-1: closing drops unread items', async () => {
    const buffer = new EventBuffer<number>()
    buffer.push(1)
    buffer.close()
    buffer.push(2)
    expect(await buffer.next()).toEqual({ done: true, value: undefined })
  })

  test('T-IWT-2: a thousand events arrive in their order, before the reads or after them', async () => {
    const buffer = new EventBuffer<number>()
    const numbers = Array.from({ length: 1000 }, (_, index) => index)
    const early = numbers.slice(0, 500).map(() => buffer.next())
    for (const number of numbers) buffer.push(number)
    const late = numbers.slice(500).map(() => buffer.next())
    const results = await Promise.all([...early, ...late])
    expect(results.map(({ value }) => value)).toEqual(numbers)
  })
})
