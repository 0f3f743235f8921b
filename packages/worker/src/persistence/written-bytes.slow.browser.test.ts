import type { Row } from '@kube-informer/core'
import { FakeClock, seededRandom } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { change, diskRig, PODS, replace, settle, shown, versions } from '../test/disk-rig.ts'
import { podRow } from '../test/rows.ts'

/** Counts the bytes that are written to the database from now on. */
function countPuts(): { bytes: number } {
  const counted = { bytes: 0 }
  const { put } = IDBObjectStore.prototype
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put
  })
  IDBObjectStore.prototype.put = function (value, ...rest) {
    if (value instanceof Blob) counted.bytes += value.size
    else counted.bytes += value instanceof Uint8Array ? value.byteLength : JSON.stringify(value).length
    return put.call(this, value, ...rest)
  }
  return counted
}

const COUNT = 1_000
const body = { node: 'n'.repeat(4_400) }
const bytesOf = (rows: Iterable<Row>): number =>
  [...rows].reduce((sum, row) => sum + String(row.body).length, 0)

test.each([
  ['one change a flush', 1, 2_000, 2.3],
  ['some changes a flush', 20, 250, 1.8],
  ['many changes a flush', 300, 30, 1.6],
])(
  'writes much less than three times the changed bytes: %s',
  { timeout: 60_000 },
  async (_, changes, flushes, times) => {
    const random = seededRandom(changes)
    const clock = new FakeClock({ quietTicks: 1 })
    const rig = diskRig()
    const store = rig.open({ clock, maxBytes: 2 ** 40 }).collection(PODS)
    const state = new Map(
      Array.from({ length: COUNT }, (_, i) => `default/pod-${i}`).map(key => [key, podRow(key, 1, body)]),
    )
    const counted = countPuts()
    await settle(clock, replace(store, '1', [...state.values()]))
    expect(counted.bytes).toBeLessThan(1.1 * bytesOf(state.values()))
    counted.bytes = 0
    let changed = 0
    for (let version = 2; version < flushes + 2; version++) {
      const keys = Array.from({ length: changes }, () => `default/pod-${Math.floor(COUNT * random())}`)
      const rows = new Map(keys.map(key => [key, podRow(key, version, body)]))
      const saving = change(store, String(version), [...rows.values()])
      // The save of a large collection waits before it resolves.
      expect(await (changes > 100 ? settle(clock, saving) : saving)).toBeUndefined()
      for (const [key, row] of rows) state.set(key, row)
      changed += bytesOf(rows.values())
      // The pause of an informer between two saves, in which compaction runs.
      await clock.advance(500)
    }
    expect(counted.bytes / changed).toBeLessThan(times)
    expect(await shown(rig.open({ clock }))).toEqual([String(flushes + 1), versions(state.values())])
    const chunks = await rig.all('chunks')
    expect(chunks.length).toBeLessThan(350)
  },
)
