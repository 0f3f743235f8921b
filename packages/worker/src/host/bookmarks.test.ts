import { FakeClock, pods } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import { hostRig } from '../test/host-rig.ts'
import { createTestServer, pod } from '../test/informers.ts'
import { outcomeOf, writeRig } from '../test/write-rig.ts'

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'default', name: 'web' },
  spec: { replicas: 2 },
}
/** The server sends bookmarks about once a minute. */
const BOOKMARK_MS = 130_000

it('a bookmark ends the wait for a resourceVersion', async () => {
  const rig = writeRig()
  const page = rig.open()
  rig.watch(page, { resource: 'pods' })
  await rig.settle()
  rig.server.update(DEPLOYMENT)
  const at = { namespace: 'default', name: 'a' }
  const outcome = outcomeOf(page.waitFor('pods', at, { resourceVersion: rig.server.rv }))
  await rig.settle()
  expect(outcome.state).toBe('pending')
  await rig.settle(BOOKMARK_MS)
  expect(outcome).toMatchObject({ state: 'resolved', value: { metadata: { name: 'a' } } })
  await rig.end()
})

it('a bookmark shows rows that were older than those of a previous host', async () => {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const { open } = hostRig({ clock, server })
  open().subscribe(1, { resource: 'pods' })
  await clock.advance(1_000)
  server.update(DEPLOYMENT)
  const page = open()
  page.subscribe(1, { resource: 'pods' }, server.rv)
  await clock.advance(1_000)
  expect(page.shows(1)).toMatchObject({ rows: [], status: { data: 'complete' } })
  await clock.advance(BOOKMARK_MS)
  expect(page.shows(1)?.rows).toHaveLength(server.list(pods).length)
  server.delete(pod('default/a'))
  await clock.advance(1_000)
  expect(page.shows(1)?.rows).toHaveLength(server.list(pods).length)
})
