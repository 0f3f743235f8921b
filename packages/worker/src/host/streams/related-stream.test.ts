import { readObject } from '@kube-informer/core'
import { deployments, nodes, pods, replicaSets, secrets } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { defineInformers, type InformerDefinitions } from '../../api/definition.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { applyRelated, type ShownTree, shownTree } from '../../test/related-page.ts'
import type { RelatedRequest, RelatedVersions } from '../../wire/related.ts'

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
async function rig(
  root: RelatedRequest['root'],
  allowed: readonly string[],
  {
    informers = definitions,
    denied = '',
    shownVersions,
  }: { informers?: InformerDefinitions; denied?: string; shownVersions?: RelatedVersions } = {},
) {
  const clock = new FakeClock()
  const server = createTestServer({
    clock,
    authorize: ({ namespace = '', resource }) => allowed.includes(namespace) && resource !== denied,
  })
  server.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
  server.create(owned('default/ofweb', server.get(deployments, 'default/web')?.metadata?.uid))
  const set = server.create({
    ...owned('default/web-1', server.get(deployments, 'default/web')?.metadata?.uid),
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
  })
  server.create(owned('default/ofset', set.metadata?.uid))
  server.create(owned('kube-system/static', server.get(nodes, 'n1')?.metadata?.uid))
  const { open, host } = hostRig({ clock, server, definitions: informers })
  const page = open()
  const shown: ShownTree = { root: '', nodes: new Map() }
  page.post({ type: 'relate', id: 1, related: { root }, ...(shownVersions && { shownVersions }) })
  await clock.advance(5_000)
  let status: unknown
  const kinds: Record<string, string | undefined> = {}
  for (const message of page.posted)
    if (message.type === 'batch')
      for (const update of message.related ?? []) {
        applyRelated(shown, update)
        status = update.status ?? status
        for (const { row } of update.nodes ?? []) if (row) kinds[row.key] = readObject(row).kind
      }
  return { clock, server, page, host, tree: shownTree(shown), status, kinds }
}

test('a Role in one namespace suffices: no other request is sent', async () => {
  const root = { resource: 'deployments', namespace: 'default', name: 'web' }
  const { server, tree, status } = await rig(root, ['default'])
  expect(tree).toMatchObject({
    row: expect.stringMatching(/^default\/web@/),
    children: [
      {
        row: expect.stringMatching(/^default\/web-1@/),
        children: [{ row: expect.stringMatching(/^default\/ofset@/) }],
      },
      { row: expect.stringMatching(/^default\/ofweb@/) },
    ],
  })
  expect(status).toMatchObject({ data: 'complete', failures: [] })
  const paths = server.requests.map(({ path }) => path)
  // Every user may get the version.
  expect(paths.filter(path => !path.includes('/namespaces/default/'))).toEqual(['/version'])
})

const WEB = { resource: 'deployments', namespace: 'default', name: 'web' }
const few = defineInformers({
  deployments: { resource: deployments },
  pods: { resource: pods },
  secrets: { resource: secrets },
})

test('ReplicaSets that are not defined are followed by their metadata, and Secrets are not requested', async () => {
  const { server, tree, status, kinds } = await rig(WEB, ['default'], { informers: few })
  expect(tree).toMatchObject({
    children: [
      { row: expect.stringMatching(/^default\/ofweb@/) },
      {
        row: expect.stringMatching(/^default\/web-1@/),
        children: [{ row: expect.stringMatching(/^default\/ofset@/) }],
      },
    ],
  })
  expect(status).toMatchObject({
    data: 'complete',
    failures: [{ resource: 'secrets', error: { message: expect.stringContaining('not requested') } }],
  })
  const resources = server.requests.map(({ resource }) => resource)
  expect(resources).toContain('replicasets')
  expect(resources).not.toContain('secrets')
  expect(kinds).toMatchObject({ 'default/web': 'Deployment', 'default/web-1': 'PartialObjectMetadata' })
})

test('what cannot be followed is a failure, and the rest is shown', async () => {
  const { tree, status } = await rig(WEB, ['default'], { informers: few, denied: 'replicasets' })
  expect(tree).toMatchObject({ children: [{ row: expect.stringMatching(/^default\/ofweb@/) }] })
  expect(status).toMatchObject({
    data: 'complete',
    failures: [
      { resource: 'apps/v1/replicasets', error: { status: { code: 403 } } },
      { resource: 'secrets' },
    ],
  })
})

test('after another host, a tree waits for what lags, unless something that the page shows is denied now', async () => {
  const treeAfter = (pods: string, denied = '') => {
    const shownVersions = { deployments: '1', replicasets: '999999', pods }
    return rig(WEB, ['default'], { denied, shownVersions })
  }
  expect((await treeAfter('1')).tree).toBeUndefined()
  expect((await treeAfter('', 'pods')).tree).toBeUndefined()
  expect(await treeAfter('1', 'pods')).toMatchObject({
    tree: { children: [{ row: expect.stringMatching(/^default\/web-1@/) }] },
    status: { failures: [{ resource: 'pods' }] },
  })
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

test('an update of the tree has the versions of all resources, and one of its status alone has none', async () => {
  const { clock, server, page } = await rig(WEB, ['default'])
  const updates = () =>
    page.posted.flatMap(message => (message.type === 'batch' ? (message.related ?? []) : []))
  const before = updates().length
  server.update(pod('default/ofweb', { note: 'x' }))
  await clock.advance(5_000)
  expect(updates().length).toBeGreaterThan(before)
  for (const { nodes: shown, versions } of updates()) expect(versions === undefined).toBe(shown === undefined)
  expect(Object.keys(updates().at(-1)?.versions ?? {})).toContain('pods')
})

test('a tree of what nothing can show is an error', async () => {
  const { status } = await rig({ resource: 'secrets', namespace: 'default', name: 'a' }, ['default'])
  expect(status).toMatchObject({ data: 'none', error: { code: 'UsageError' } })
})
