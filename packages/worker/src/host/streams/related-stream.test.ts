import { deployments, nodes, pods, replicaSets } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { applyRelated, type ShownTree, shownTree } from '../../test/related-page.ts'
import type { RelatedRequest } from '../../wire/related.ts'

const definitions = defineInformers({
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  pods: { resource: pods },
  nodes: { resource: nodes },
})

/** A Pod that a Deployment or a Node owns. */
function owned(key: string, uid = '') {
  const { metadata, ...rest } = pod(key)
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Any', name: 'any', uid }]
  return { ...rest, metadata: { ...metadata, ownerReferences } }
}

/** A page that shows one tree of a server that allows one namespace. */
async function rig(root: RelatedRequest['root'], allowed: readonly string[]) {
  const clock = new FakeClock()
  const server = createTestServer({ clock, authorize: ({ namespace = '' }) => allowed.includes(namespace) })
  server.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
  server.create(owned('default/ofweb', server.get(deployments, 'default/web')?.metadata?.uid))
  server.create(owned('kube-system/static', server.get(nodes, 'n1')?.metadata?.uid))
  const { open, host } = hostRig({ clock, server, definitions })
  const page = open()
  const shown: ShownTree = { root: '', nodes: new Map() }
  page.post({ type: 'relate', id: 1, related: { root } })
  await clock.advance(5_000)
  let status: unknown
  for (const message of page.posted)
    if (message.type === 'batch')
      for (const update of message.related ?? []) {
        applyRelated(shown, update)
        status = update.status ?? status
      }
  return { clock, server, page, host, tree: shownTree(shown), status }
}

test('a Role in one namespace suffices: no other request is sent', async () => {
  const root = { resource: 'deployments', namespace: 'default', name: 'web' }
  const { server, tree, status } = await rig(root, ['default'])
  expect(tree).toMatchObject({
    row: expect.stringMatching(/^default\/web@/),
    children: [{ row: expect.stringMatching(/^default\/ofweb@/) }],
  })
  expect(status).toMatchObject({ data: 'complete', failures: [] })
  const paths = server.requests.map(({ path }) => path)
  // Every user may get the version.
  expect(paths.filter(path => !path.includes('/namespaces/default/'))).toEqual(['/version'])
})

test('a cluster-scoped root has the objects of every namespace', async () => {
  const { tree } = await rig({ kind: 'Node', apiVersion: 'v1', name: 'n1' }, ['', 'default', 'kube-system'])
  expect(tree).toMatchObject({
    row: expect.stringMatching(/^n1@/),
    children: [{ row: expect.stringMatching(/^kube-system\/static@/) }],
  })
})

test('a tree that is no longer wanted leaves no watch and no timer', async () => {
  const root = { resource: 'deployments', namespace: 'default', name: 'web' }
  const { clock, server, page, host } = await rig(root, ['default'])
  expect(server.openWatches).toBe(3)
  page.post({ type: 'unsubscribe', id: 1 })
  await clock.advance(60_000)
  expect(server.openWatches).toBe(0)
  host.close()
  await clock.settle()
  expect(clock.pendingTimers).toBe(0)
})
