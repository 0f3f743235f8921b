import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { hostRig, TestPage } from '../test/host-rig.ts'
import { createTestServer, pod } from '../test/informers.ts'
import { memoryDisk } from '../test/memory-disk.ts'
import { changingRights } from '../test/rights.ts'
import type { SliceVersions } from '../wire/protocol.ts'

const PODS = { resource: 'pods' }
const NAMES = ['default', 'kube-system']
/** Newer than anything that the server has. */
const LATER = '999999'

/** A page with the rows of a host, which has ended, in the hands of the next one. */
async function taken({ pods, over }: { readonly pods: readonly string[]; readonly over?: SliceVersions }) {
  const clock = new FakeClock()
  const { authorize, change } = changingRights({ pods })
  const server = createTestServer({ clock, authorize })
  const disk = memoryDisk()
  const page = new TestPage(() => NAMES)
  const connect = () => {
    const { greet, host } = hostRig({ clock, server, disk })
    greet(page, { identity: 'alice', hasNamespaces: true })
    return host
  }
  const first = connect()
  page.subscribe(1, PODS)
  await clock.advance(5_000)
  // From here on, the other namespace has an older resourceVersion.
  server.create(pod('default/new'))
  await clock.advance(5_000)
  expect(page.shows(1)).toMatchObject({ total: 7, status: { data: 'complete', link: 'live' } })
  first.close()
  const updates = page.posted.flatMap(message => (message.type === 'batch' ? message.updates : []))
  const sent = updates.findLast(({ resourceVersion }) => resourceVersion !== undefined)
  connect()
  const shown = {
    shownResourceVersion: over ? LATER : (sent?.resourceVersion ?? ''),
    ...(sent?.versions && { shownVersions: { ...sent.versions, ...over } }),
  }
  page.post({ type: 'subscribe', id: 1, subscription: PODS, ...shown })
  await clock.advance(1_000)
  const namespaces = () => [...new Set(page.shows(1)?.rows.map(row => row.split('/')[0]))]
  return { clock, server, change, page, namespaces }
}

test('a quiet namespace holds back no row of another one', async () => {
  const { clock, server, page } = await taken({ pods: NAMES })
  server.create(pod('default/newer'))
  await clock.advance(1_000)
  expect(page.shows(1)).toMatchObject({ total: 8, status: { data: 'complete', link: 'live' } })
})

test('a namespace that is older than its rows on the page holds back all of them', async () => {
  const { clock, server, page } = await taken({ pods: NAMES, over: { 'kube-system': LATER } })
  server.create(pod('default/newer'))
  await clock.advance(1_000)
  expect(page.shows(1)?.total).toBe(7)
})

test('the rows of a namespace that is denied now leave, whatever else lags', async () => {
  const { clock, server, change, namespaces } = await taken({ pods: NAMES, over: { 'kube-system': LATER } })
  expect(namespaces()).toEqual(NAMES)
  change({ pods: ['kube-system'] })
  server.dropWatches()
  await clock.advance(3_000)
  expect(namespaces()).toEqual(['kube-system'])
})

test('so do those of a cluster-wide list that is denied now', async () => {
  const { clock, server, change, namespaces } = await taken({ pods: [''], over: {} })
  expect(namespaces()).toEqual(NAMES)
  change({ pods: ['kube-system'] })
  server.dropWatches()
  await clock.advance(3_000)
  expect(namespaces()).toEqual(['kube-system'])
})
