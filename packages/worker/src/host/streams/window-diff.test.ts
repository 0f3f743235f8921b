import { type Row, readObject } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ObjectPool } from '../../page/object-pool.ts'
import { Replica } from '../../page/replica.ts'
import { podRow, rowOf } from '../../test/rows.ts'
import { diffWindow } from './window-diff.ts'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => podRow(`x/${name}`, 1)) as [Row, Row, Row, Row]

describe('diffWindow', () => {
  it('sends a changed row, and no order', () => {
    const changed = podRow('x/b', 2)
    expect(diffWindow([a, b, c], [a, changed, c])).toEqual({ rows: [changed] })
  })

  it('sends nothing for another record with the same resourceVersion', () => {
    expect(diffWindow([a, b], [podRow('x/a', 1), b])).toEqual({ rows: [] })
  })

  it('sends the keys of a row that moved, and not the row', () => {
    expect(diffWindow([a, b, c], [c, a, b])).toEqual({
      rows: [],
      order: { at: 0, remove: 3, insert: ['x/c', 'x/a', 'x/b'] },
    })
  })

  it('sends an insertion only, without the rows around it', () => {
    expect(diffWindow([a, c], [a, b, c])).toEqual({ rows: [b], order: { at: 1, remove: 0, insert: ['x/b'] } })
  })

  it('sends a removal without rows', () => {
    expect(diffWindow([a, b, c, d], [a, d])).toEqual({ rows: [], order: { at: 1, remove: 2, insert: [] } })
  })

  it('sends a row that was recreated with the same name', () => {
    const again = rowOf({ metadata: { namespace: 'x', name: 'a', uid: 'other', resourceVersion: '1' } })
    expect(diffWindow([a], [again])).toEqual({ rows: [again] })
  })

  it('always sends rows without a resourceVersion, because it cannot compare them', () => {
    const metrics = () => rowOf({ metadata: { namespace: 'x', name: 'a' } })
    expect(diffWindow([metrics()], [metrics()]).rows).toHaveLength(1)
  })

  it('updates a replica from any window to any other, and unchanged rows keep their reference', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 3 }))
    const window = fc
      .uniqueArray(row, { selector: ([name]) => name, maxLength: 10 })
      .map(rows => rows.map(([name, version]) => podRow(`x/${name}`, version)))
    fc.assert(
      fc.property(fc.array(window, { minLength: 1, maxLength: 6 }), windows => {
        const replica = new Replica(new ObjectPool(), {})
        let held: readonly Row[] = []
        for (const wanted of windows) {
          const before = replica.state.data
          replica.apply({ id: 1, ...diffWindow(held, wanted) })
          expect(replica.state.data).toEqual(wanted.map(readObject))
          for (const [position, now] of wanted.entries()) {
            const index = held.findIndex(
              each => each.key === now.key && each.resourceVersion === now.resourceVersion,
            )
            if (index !== -1) expect(replica.state.data[position]).toBe(before[index])
          }
          held = wanted
        }
      }),
    )
  })
})
