import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FixedRows } from './fixed-rows.ts'

const order = (a: Row, b: Row): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
const rowOf = (key: string): Row => ({ key }) as unknown as Row
const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 20 })

it('reads any part, finds rows by key, and counts those before any row', () => {
  fc.assert(
    fc.property(keys, fc.string(), fc.nat(25), fc.nat(25), (names, other, offset, limit) => {
      const sorted = names.map(rowOf).sort(order)
      const fixed = new FixedRows(sorted, order)
      expect(fixed.size).toBe(sorted.length)
      expect(fixed.rows()).toEqual(sorted)
      expect(fixed.rows(offset, limit)).toEqual(sorted.slice(offset, offset + limit))
      expect(fixed.countBefore(rowOf(other))).toBe(sorted.filter(({ key }) => key < other).length)
      expect(fixed.get(other)).toEqual(sorted.find(({ key }) => key === other))
      for (const row of sorted) expect(fixed.find(row.key)).toBe(row)
    }),
  )
})
