import type { ObjectMeta } from '@kube-informer/core'
import { type Deployment, deployments, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, deployment, eventTexts, replicaSet } from '../test/workloads.ts'
import {
  annotatedCount,
  hasAnnotations,
  revisionAnnotations,
  revisionOf,
  sizeAnnotations,
} from './deployments/annotations.ts'
import { byCreation } from './deployments/revisions.ts'
import { isSameTemplate, templateHash, templateOf } from './deployments/template-hash.ts'

const PREFIX = 'deployment.kubernetes.io'
const REVISION = `${PREFIX}/revision`
const ALONE = { deployments: true }

const withMetadata = (metadata: ObjectMeta): ReplicaSet => ({ ...replicaSet(0), metadata })
const annotated = (annotations: Readonly<Record<string, string>>) => withMetadata({ annotations })
const only = (server: FakeApiserver) => server.get(deployments, 'default/web')
const progressing = (server: FakeApiserver) =>
  only(server)?.status?.conditions?.find(({ type }) => type === 'Progressing')

/** The ReplicaSet that the controller would create. */
const wanted = (of: Deployment, collisions = 0) =>
  `web-${templateHash(templateOf({ ...of, metadata: { name: 'web', namespace: 'default' } }), collisions)}`

const owners = (server: FakeApiserver, name: string) =>
  server
    .get(replicaSets, `default/${name}`)
    ?.metadata?.ownerReferences?.map(({ kind, name: of }) => [kind, of])

describe('annotations', () => {
  test.each([
    ['12', 12],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('the count %j is %s', (text, expected) => {
    expect(annotatedCount(annotated({ [REVISION]: text }), REVISION)).toBe(expected)
    expect(revisionOf(annotated({ [REVISION]: text }))).toBe(expected ?? 0)
  })

  test('a ReplicaSet gets those of its Deployment, without those that both have of their own', () => {
    const own = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', [REVISION]: '9' }
    const of = { ...deployment(1), metadata: { annotations: { team: 'a', ...own } } }
    expect(revisionAnnotations(of, { kept: '1', team: 'b' }, 1)).toEqual({
      ...{ kept: '1', team: 'a' },
      [REVISION]: '1',
    })
  })

  test.each([
    [{}, 1, { [REVISION]: '1' }],
    [{ [REVISION]: '2' }, 1, { [REVISION]: '2' }],
    [{ [REVISION]: '2' }, 2, { [REVISION]: '2' }],
    [{ [REVISION]: '2' }, 3, { [REVISION]: '3', [`${PREFIX}/revision-history`]: '2' }],
    [
      { [REVISION]: '4', [`${PREFIX}/revision-history`]: '1,2' },
      5,
      { [REVISION]: '5', [`${PREFIX}/revision-history`]: '1,2,4' },
    ],
  ])('a revision is never lowered, and a former one is kept: %j, now %s', (before, revision, expected) => {
    expect(revisionAnnotations(deployment(1), before as Record<string, string>, revision)).toEqual(expected)
  })

  test('all of them have to be there', () => {
    const sizes = sizeAnnotations(3, 4)
    expect(sizes).toEqual({ [`${PREFIX}/desired-replicas`]: '3', [`${PREFIX}/max-replicas`]: '4' })
    expect(hasAnnotations({ ...sizes, more: '1' }, sizes)).toBe(true)
    expect(hasAnnotations(sizeAnnotations(3, 5), sizes)).toBe(false)
    expect(hasAnnotations(undefined, sizes)).toBe(false)
    expect(hasAnnotations(undefined, {})).toBe(true)
  })
})

test('the oldest ReplicaSet is first; of those of one second the lower revision, then the lower name', () => {
  const made = (name: string, creationTimestamp: string, revision: number): ReplicaSet =>
    withMetadata({ name, creationTimestamp, annotations: { [REVISION]: String(revision) } })
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']
  const sorted = [made('d', early, 1), made('c', early, 2), made('e', early, 2), made('a', late, 1)]
  for (const start of [0, 1, 2, 3])
    expect([...sorted.slice(start), ...sorted.slice(0, start)].sort(byCreation)).toEqual(sorted)
  expect([...sorted].reverse().sort(byCreation)).toEqual(sorted)
  expect([withMetadata({ name: 'a', creationTimestamp: early }), withMetadata({})].sort(byCreation)).toEqual([
    withMetadata({}),
    withMetadata({ name: 'a', creationTimestamp: early }),
  ])
  expect([byCreation({ ...replicaSet(1), metadata: { name: 'a' } }, withMetadata({}))]).toEqual([1])
})

test('the hash of a template changes with the template and with each collision, not with its own label', () => {
  const template = templateOf(deployment(1))
  const hashes = [0, 1, 2].map(collisions => templateHash(template, collisions))
  expect(new Set(hashes).size).toBe(3)
  expect(templateHash(templateOf(deployment(7)), 0)).toBe(hashes[0])
  const labelled = { ...template, metadata: { labels: { app: 'web', 'pod-template-hash': 'x' } } }
  expect(isSameTemplate(labelled, template)).toBe(true)
  const { metadata: _, ...bare } = template
  expect([isSameTemplate(bare, bare), isSameTemplate(bare, template)]).toEqual([true, false])
})

test('a new Deployment gets a ReplicaSet, and says so in its condition and an Event', async () => {
  const { clock, server } = clusterWith(ALONE)
  const spec = { minReadySeconds: 7, selector: { matchExpressions: [], matchLabels: { app: 'web' } } }
  server.create({
    ...deployment(3, spec),
    metadata: { name: 'web', namespace: 'default', annotations: { a: '1' } },
  })
  await clock.advance(100)
  const [created] = server.list(replicaSets)
  const hash = created?.metadata?.name?.slice('web-'.length) ?? ''
  expect(created?.metadata).toMatchObject({
    name: `web-${hash}`,
    labels: { app: 'web' },
    annotations: { a: '1', [REVISION]: '1', ...sizeAnnotations(3, 4) },
    ownerReferences: [{ kind: 'Deployment', name: 'web', controller: true }],
  })
  expect(created?.spec).toMatchObject({
    replicas: 3,
    minReadySeconds: 7,
    selector: { matchExpressions: [], matchLabels: { app: 'web', 'pod-template-hash': hash } },
    template: { metadata: { labels: { app: 'web', 'pod-template-hash': hash } } },
  })
  expect(progressing(server)).toMatchObject({
    ...{ status: 'True', reason: 'NewReplicaSetCreated' },
    message: `Created new replica set "web-${hash}"`,
  })
  expect(only(server)?.metadata?.annotations).toEqual({ a: '1', [REVISION]: '1' })
})

test('without a deadline there is no condition Progressing, and without replicas no Event', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(deployment(0, { progressDeadlineSeconds: 2 ** 31 - 1 }))
  await clock.advance(100)
  expect(server.list(replicaSets).map(({ spec }) => [spec.replicas, spec.minReadySeconds])).toEqual([
    [0, undefined],
  ])
  expect([progressing(server), eventTexts(server, 'Deployment')]).toEqual([undefined, []])
  expect(only(server)?.metadata?.annotations).toEqual({ [REVISION]: '1' })
})

describe('ReplicaSets that exist', () => {
  const orphan = (name: string, labels: Record<string, string>): ReplicaSet => ({
    ...replicaSet(0),
    metadata: {
      name,
      namespace: 'default',
      labels,
      ...(name === 'dying' && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
  })

  test('selected ones without a controller are adopted, one with the template is used', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(orphan('mine', { app: 'web' }))
    server.create(orphan('other', { app: 'db' }))
    server.create({
      ...orphan('elsewhere', { app: 'web' }),
      metadata: { name: 'elsewhere', namespace: 'x', labels: { app: 'web' } },
    })
    server.create(deployment(2, { minReadySeconds: 5 }))
    await clock.advance(100)
    expect(owners(server, 'mine')).toEqual([['Deployment', 'web']])
    expect(owners(server, 'other')).toBeUndefined()
    expect(server.get(replicaSets, 'x/elsewhere')?.metadata?.ownerReferences).toBeUndefined()
    expect(server.get(replicaSets, 'default/mine')).toMatchObject({
      metadata: { annotations: { [REVISION]: '1' } },
      spec: { replicas: 2, minReadySeconds: 5 },
    })
    expect(progressing(server)).toMatchObject({
      ...{ status: 'True', reason: 'FoundNewReplicaSet' },
      message: 'Found new replica set "mine"',
    })
    expect(server.list(replicaSets)).toHaveLength(3)
  })

  test('one that becomes an orphan later is adopted, too', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(deployment(1))
    await clock.advance(100)
    server.create({ ...orphan('late', { app: 'web' }), spec: { ...replicaSet(0).spec, minReadySeconds: 1 } })
    server.create(orphan('stranger', { app: 'db' }))
    server.create(orphan('dying', { app: 'web' }))
    await clock.advance(100)
    expect(owners(server, 'late')).toEqual([['Deployment', 'web']])
    expect(owners(server, 'stranger')).toBeUndefined()
  })

  test('one that is not selected any more is released, and keeps its other owners', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(deployment(1))
    await clock.advance(100)
    const [created] = server.list(replicaSets)
    const { metadata } = created ?? replicaSet(0)
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'u' }
    const ownerReferences = [...(metadata?.ownerReferences ?? []), other]
    server.update({
      ...(created ?? replicaSet(0)),
      metadata: { ...metadata, labels: { app: 'db' }, ownerReferences },
    })
    await clock.advance(100)
    expect(owners(server, metadata?.name ?? '')).toEqual([['ConfigMap', 'c']])
  })

  test('a Deployment that is being deleted neither adopts nor releases, and still counts', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(deployment(1))
    await clock.advance(100)
    const [created] = server.list(replicaSets)
    const live = only(server) ?? deployment(1)
    server.update({
      ...live,
      metadata: { ...live.metadata, finalizers: ['e.com/x'], deletionTimestamp: '2026-01-01T00:00:00Z' },
    })
    server.create(orphan('late', { app: 'web' }))
    if (created) server.update({ ...created, status: { replicas: 5 } })
    await clock.advance(100)
    expect(owners(server, 'late')).toBeUndefined()
    expect(only(server)?.status?.replicas).toBe(5)
    if (created) server.update({ ...created, metadata: { ...created.metadata, labels: { app: 'db' } } })
    await clock.advance(100)
    expect(owners(server, created?.metadata?.name ?? '')).toEqual([['Deployment', 'web']])
  })

  test('a name that is taken is a collision: it is counted, and the next name is used', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(orphan(wanted(deployment(1)), { app: 'db' }))
    server.create(deployment(1))
    await clock.advance(1_000)
    expect(only(server)?.status?.collisionCount).toBe(1)
    expect(server.keys(replicaSets)).toContain(`default/${wanted(deployment(1), 1)}`)
    expect(server.keys(replicaSets)).toHaveLength(2)
  })

  test('a ReplicaSet that is rejected is a failure of the rollout', async () => {
    const { clock, server } = clusterWith(ALONE)
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'NOT VALID', image: 'i' }] },
    }
    server.create(deployment(1, { template }))
    await clock.advance(15)
    const { message = '' } = progressing(server) ?? {}
    expect(progressing(server)).toMatchObject({ status: 'False', reason: 'ReplicaSetCreateError' })
    expect(message).toMatch(/^Failed to create new replica set "web-[a-z0-9]+": ReplicaSet.* is invalid/)
    expect(eventTexts(server, 'Deployment')).toEqual([`Warning ReplicaSetCreateError: ${message}`])
    expect(only(server)?.metadata?.annotations?.[REVISION]).toBeUndefined()
  })
})

test('a Deployment that is not complete is rolled out when its controller starts', async () => {
  const metadata = { name: 'web', namespace: 'default', generation: 1 }
  const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 }
  const clusterOf = (object: Deployment) => clusterWith(ALONE, { objects: [object] })
  const complete = clusterOf({ ...deployment(1), metadata, status })
  const incomplete = clusterOf({ ...deployment(2), metadata, status })
  for (const { clock } of [complete, incomplete]) await clock.advance(100)
  expect([complete, incomplete].map(({ server }) => server.list(replicaSets).length)).toEqual([0, 1])
})

test('annotations that the Deployment gets later are also copied, and the revision stays', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(deployment(1))
  await clock.advance(100)
  const path = '/apis/apps/v1/namespaces/default/deployments/web'
  await ask(server, 'PATCH', path, { metadata: { annotations: { a: '2' } } }, 'application/merge-patch+json')
  await clock.advance(100)
  expect(server.list(replicaSets)[0]?.metadata?.annotations).toMatchObject({ a: '2', [REVISION]: '1' })
})
