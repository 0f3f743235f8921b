import { FakeClock, type Pod, pods } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { BASE_URL, createTestServer, TOKEN } from '../../test/informers.ts'
import { memoryDisk } from '../../test/memory-disk.ts'
import type { PageMessage } from '../../wire/protocol.ts'

const ALICE = { identity: 'alice' }
const PODS = { resource: 'pods', scope: { namespace: 'default' } }
const LABEL: PageMessage = {
  type: 'hostCall',
  id: 9,
  verb: 'mutate',
  resource: 'pods',
  write: {
    verb: 'patch',
    object: { namespace: 'default', name: 'a' },
    patch: { metadata: { labels: { written: 'yes' } } },
  },
}

/** The first write to a fake apiserver takes real time. */
async function serverThatHasWritten(clock: FakeClock) {
  const server = createTestServer({ clock })
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/merge-patch+json' }
  const url = `${BASE_URL}/api/v1/namespaces/default/pods/b`
  await server.fetch(url, { method: 'PATCH', headers, body: '{"metadata":{"labels":{"first":"yes"}}}' })
  return server
}

it('the response to a write that the informer lacks is not replaced by an older row of the next host', async () => {
  const clock = new FakeClock()
  const server = await serverThatHasWritten(clock)
  const disk = memoryDisk()
  const first = hostRig({ clock, server, disk })
  const page = first.open(ALICE)
  page.subscribe(1, PODS)
  await clock.advance(5_000)
  server.faults.add({ match: { method: 'GET' }, action: { type: 'status', code: 500 } })
  server.dropWatches()
  await clock.advance(1_000)
  page.post(LABEL)
  await clock.advance(1_000)
  const written = `default/a@${(server.get(pods, 'default/a') as Pod).metadata.resourceVersion}`
  expect(page.shows(1)?.rows).toContain(written)

  first.host.close()
  const second = hostRig({ clock, server, disk })
  second.greet(page, ALICE)
  page.subscribe(1, PODS, page.shows(1)?.resourceVersion)
  await clock.advance(3_000)
  server.faults.clear()
  await clock.advance(60_000)
  expect(page.shows(1)).toMatchObject({ status: { data: 'complete', link: 'live' } })
  const states = page.histories.get(1)?.map(({ rows }) => rows.includes(written)) ?? []
  expect(states.slice(states.indexOf(true))).not.toContain(false)
  second.host.close()
  await clock.advance(1_000)
})
