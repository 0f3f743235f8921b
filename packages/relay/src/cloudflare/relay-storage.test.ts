import { DatabaseSync } from 'node:sqlite'
import { encodeRow } from '@kube-informer/core'
import { databaseSql } from '@kube-informer/core/snapshot'
import { FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { openStorage } from './relay-storage.ts'

const collection = { server: 'https://cluster.example', resource: pods }
const [pod] = generatePods({ count: 1, seed: 1 })

function setUp() {
  const database = new DatabaseSync(':memory:')
  const clock = new FakeClock()
  const reports: string[] = []
  const open = () =>
    openStorage({
      sql: databaseSql(database),
      collection,
      clock,
      onError: (error, task) => reports.push(`${task}: ${error}`),
    })
  return { database, clock, reports, open }
}

test('a relay reports that what is stored is damaged', () => {
  const { database, reports, open } = setUp()
  const { storage, close } = open()
  storage.log?.replace([], '5')
  close()
  database.exec('UPDATE kube_informer_log_v3 SET part = 1')
  expect(open().storage.stored).toBeUndefined()
  expect(reports).toEqual([
    'store v1/pods: SnapshotError: the stored snapshot is damaged and was not used: a part of a write is missing',
  ])
})

test('a relay reports that events could not be stored', async () => {
  const { database, clock, reports, open } = setUp()
  const { log } = open().storage
  log?.replace([], '5')
  database.exec('PRAGMA max_page_count = 1')
  const row = encodeRow({ ...pod, text: 'x'.repeat(5_000) })
  log?.append([{ type: 'ADDED', row: { ...row, resourceVersion: '6' } }])
  await clock.advance(1_000)
  expect(reports).toEqual([expect.stringMatching(/^store v1\/pods: .*full/)])
})
