import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { hostRig } from '../../packages/worker/src/test/host-rig.ts'
import { createTestServer, pod } from '../../packages/worker/src/test/informers.ts'
import type { PageMessage } from '../../packages/worker/src/wire/protocol.ts'
import { expectPlain, type FuzzTarget, fuzzTarget } from './check.ts'
import { mutatedValue } from './mutations.ts'

const AT = { namespace: 'default', name: 'a' }
const SLICE = {
  sort: [{ comparator: 'reverse' }],
  window: { offset: 0, limit: 10 },
  filter: { text: 'a', where: { path: 'spec.nodeName', matches: '^n[0-9]+$' } },
  groupBy: 'phase',
}
const MESSAGES: readonly unknown[] = [
  { type: 'subscribe', id: 1, subscription: { resource: 'pods' } },
  { type: 'subscribe', id: 1, subscription: { resource: 'pods', namespace: ['default', 'a'], slice: SLICE } },
  {
    type: 'subscribe',
    id: 2,
    subscription: { resource: 'pods', scope: { namespace: 'default' }, slice: SLICE },
  },
  {
    type: 'subscribe',
    id: 3,
    subscription: { resource: 'pods' },
    shownResourceVersion: '5',
    hydratedRows: [pod('default/a')],
  },
  { type: 'relate', id: 4, related: { root: { resource: 'deployments', ...AT }, depth: 2 } },
  { type: 'unsubscribe', id: 1 },
  { type: 'ack' },
  { type: 'clientCall', id: 5, resource: 'pods', verb: 'get', at: AT },
  { type: 'clientCall', id: 6, resource: 'pods', verb: 'replace', at: AT, object: pod('default/a') },
  { type: 'clientCall', id: 7, resource: 'pods', verb: 'list', options: { labelSelector: 'a=b' } },
  { type: 'streamCall', id: 8, stream: 1, verb: 'watch', resource: 'pods', options: {} },
  { type: 'streamCall', id: 9, stream: 2, verb: 'request', path: '/version', options: {} },
  { type: 'streamCall', id: 10, stream: 1, verb: 'read' },
  { type: 'streamCall', id: 11, stream: 1, verb: 'close' },
  { type: 'hostCall', id: 12, verb: 'access', resource: 'pods', attributes: { verb: 'get' } },
  { type: 'hostCall', id: 13, verb: 'snapshot', subscription: { resource: 'pods' } },
  { type: 'hostCall', id: 14, verb: 'discovery' },
  { type: 'hostCall', id: 15, verb: 'schema', kind: { group: '', version: 'v1', kind: 'Pod' } },
  { type: 'cancel', id: 6 },
  { type: 'token', id: 1, token: 'let-me-in' },
  { type: 'namespaces', id: 1, names: ['default'] },
  { type: 'ping' },
  { type: 'wake' },
]

/** Messages of a page that a host shares with another page: whatever they are, that page has its rows. */
export const pageMessages: FuzzTarget = fuzzTarget<readonly unknown[]>({
  name: 'page-messages',
  runs: 40,
  inputs: () => fc.array(mutatedValue(fc.constantFrom(...MESSAGES)), { minLength: 1, maxLength: 8 }),
  run: async messages => {
    const clock = new FakeClock()
    const server = createTestServer({ clock })
    const { host, open } = hostRig({ clock, server })
    const calm = open({ identity: 'alice' })
    calm.subscribe(1, { resource: 'pods' })
    const page = open({ identity: 'alice' })
    await clock.advance(100)
    for (const message of messages) {
      page.post(message as PageMessage)
      await clock.advance(20)
    }
    server.create(pod('default/after'))
    await clock.advance(2_000)
    for (const message of page.posted) if (message.type === 'result') expectPlain(message.object)
    const rows = calm.shows(1)?.rows ?? []
    if (calm.closed || !rows.some(row => row.startsWith('default/after@')))
      throw new Error('the other page does not get its rows')
    host.close()
  },
})
