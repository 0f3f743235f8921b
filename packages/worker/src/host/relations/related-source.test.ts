import type { InformerStatus, Row } from '@kube-informer/core'
import { expect, test, vi } from 'vitest'
import { ownedRow } from '../../test/related-rows.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { RelatedSource } from './related-source.ts'
import { RelatedTree } from './related-tree.ts'

const resource = { name: 'pods', rank: 0, isEvents: false }

/** A source over rows that a test changes, and the reads that it has sent to its view. */
function rig(rows: Map<string, Row>) {
  const reads: string[] = []
  let user: ViewUser | undefined
  const status = { data: 'complete' as InformerStatus['data'] }
  const view = {
    size: 0,
    rows: () => {
      reads.push('all')
      return [...rows.values()]
    },
    get: (key: string) => {
      reads.push(key)
      return rows.get(key)
    },
  }
  const held = { view, status, coveredResourceVersion: '5', newestResourceVersion: '7', release: vi.fn() }
  const open = (given: ViewUser) => {
    user = given
    return held as unknown as HeldView
  }
  const tree = new RelatedTree({ root: { resource: 'pods', key: 'ns/root' }, depth: 5 })
  const onDirty = vi.fn()
  const source = new RelatedSource({ resource, open, onDirty })
  const take = () => {
    source.takeInto(tree)
    return { reads: reads.splice(0), total: tree.settle().root?.children.size }
  }
  return { held, source, onDirty, status, take, user: () => user as ViewUser }
}

const child = (name: string) => ownedRow({ key: `ns/${name}`, uid: name, owners: ['root'] })
const rowsOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, i) => child(`p${i}`))
  return new Map([ownedRow({ key: 'ns/root', uid: 'root' }), ...rows].map(row => [row.key, row]))
}

test('reads all rows once, then those of the changed keys only', () => {
  const rows = rowsOf(20_000)
  const { take, user } = rig(rows)
  expect(take()).toEqual({ reads: ['all'], total: 20_000 })
  expect(take()).toEqual({ reads: [], total: 20_000 })
  rows.delete('ns/p7')
  rows.set('ns/new', child('new'))
  rows.set('ns/other', child('other'))
  user().onRows(['ns/p7', 'ns/new'])
  user().onRows(['ns/other'])
  expect(take()).toEqual({ reads: ['ns/p7', 'ns/new', 'ns/other'], total: 20_001 })
})

test('reads all rows again where any may have changed, and where the data comes or goes', () => {
  const rows = rowsOf(3)
  const { take, user, status } = rig(rows)
  take()
  user().onStatus()
  take()
  rows.delete('ns/p1')
  user().onRows()
  expect(take()).toEqual({ reads: ['all'], total: 2 })
  status.data = 'none'
  user().onStatus()
  expect(take().reads).toEqual(['all'])
  user().onStatus()
  expect(take().reads).toEqual([])
  user().onRows(Array.from({ length: 10_001 }, (_, i) => `ns/${i}`))
  expect(take().reads).toEqual(['all'])
})

test('reads the changed keys only, up to 10,000 of them', () => {
  const { take, user } = rig(rowsOf(0))
  take()
  user().onRows(Array.from({ length: 10_000 }, (_, i) => `ns/${i}`))
  expect(take().reads).toHaveLength(10_000)
})

test('has the versions of its view, and notifies of each change until it is closed', () => {
  const { held, source, onDirty, take, user } = rig(rowsOf(1))
  expect([source.resource, source.coveredResourceVersion, source.takenVersion]).toEqual([resource, '5', ''])
  take()
  expect(source.takenVersion).toBe('7')
  held.newestResourceVersion = '8'
  take()
  expect(source.takenVersion).toBe('7')
  user().onRows(['ns/p0'])
  user().onStatus()
  expect(onDirty).toHaveBeenCalledTimes(2)
  take()
  expect([source.takenVersion, held.release.mock.calls.length]).toEqual(['8', 0])
  source.close()
  expect(held.release).toHaveBeenCalledTimes(1)
})
