import { describe, expect, test } from 'vitest'
import { Ring } from './ring.ts'

const drain = (ring: Ring<number>): number[] => {
  const items: number[] = []
  for (let item = ring.shift(); item !== undefined; item = ring.shift()) items.push(item)
  return items
}

describe('Ring', () => {
  test('returns items in order after growing and wrapping around', () => {
    const ring = new Ring<number>(2)
    const given: number[] = []
    const taken: number[] = []
    for (let i = 0; i < 1_000; i++) {
      ring.push(i)
      given.push(i)
      if (i % 3 === 0) taken.push(ring.shift() ?? -1)
    }
    expect(ring.length).toBe(given.length - taken.length)
    expect([...taken, ...drain(ring)]).toEqual(given)
    expect([ring.length, ring.shift()]).toEqual([0, undefined])
  })

  test('is empty and usable after a clear', () => {
    const ring = new Ring<number>()
    for (let i = 0; i < 100; i++) ring.push(i)
    ring.clear()
    ring.push(7)
    expect(drain(ring)).toEqual([7])
  })
})
