import { isForbidden } from '@kube-informer/core'
import { pods, type RoleBinding, secrets } from '@kube-informer/core/resources'
import { FakeClock, rbacAuthorizer, rbacDefaults } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ConnectionOptions } from '../api/connection.ts'
import type { PermittedNamespacesRequest } from '../api/permitted-namespaces.ts'
import { discoveryRig } from '../test/discovery-rig.ts'
import { BASE_URL, pod } from '../test/informers.ts'

const RBAC = 'rbac.authorization.k8s.io'
const NAMESPACES = ['empty', 'team-a', 'team-b']
const READ = ['get', 'list', 'watch']

const clusterRole = (name: string, resources: readonly string[]) => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  rules: [{ apiGroups: [''], resources, verbs: READ }],
})

/** Binds a ClusterRole in a namespace; in all of them without one. */
const binding = (role: string, user: string, namespace?: string) =>
  ({
    apiVersion: `${RBAC}/v1`,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name: `${user}-${role}`, ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'User', apiGroup: RBAC, name: user }],
  }) as RoleBinding

/**
 * `admin` may read everything. `viewer` may read all Namespaces, and the Pods of team-a. `dev` may read the Pods of team-a and team-b,
 * and may not list Namespaces. `auditor` may read all Pods. `guest` may read nothing.
 */
const OBJECTS = [
  ...rbacDefaults(),
  ...NAMESPACES.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  clusterRole('read-pods', ['pods']),
  clusterRole('read-namespaces', ['namespaces']),
  binding('cluster-admin', 'admin'),
  binding('read-namespaces', 'viewer'),
  binding('read-pods', 'viewer', 'team-a'),
  binding('read-pods', 'dev', 'team-a'),
  binding('read-pods', 'dev', 'team-b'),
  binding('read-pods', 'auditor'),
  pod('team-a/web'),
  pod('team-b/api'),
]

type Options = Partial<ConnectionOptions> & { readonly request?: PermittedNamespacesRequest }

/** A page of a user, whose namespaces have a subscriber. */
async function open(user: string, { request, ...options }: Options = {}) {
  const clock = new FakeClock()
  const rig = discoveryRig({
    server: {
      clock,
      objects: OBJECTS,
      authorize: rbacAuthorizer,
      auth: { token: token => ({ username: token, groups: ['system:authenticated'] }) },
    },
  })
  // The first write to the fake apiserver takes real time.
  await rig.server.fetch(`${BASE_URL}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`, {
    method: 'POST',
    headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
    body: JSON.stringify({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }),
  })
  const connection = rig.open({ identity: user, getToken: async () => user, ...options })
  const { getState, subscribe } = connection.permittedNamespaces(request)
  const states = [getState()]
  const unsubscribe = subscribe(() => states.push(getState()))
  const show = async (ms = 3_000) => {
    await rig.clock.advance(ms)
    const { namespaces, source, isPending, error } = getState()
    return { namespaces: namespaces.filter(name => !name.startsWith('kube-')), source, isPending, error }
  }
  /** What was listed and watched, without CustomResourceDefinitions and APIServices. */
  const read = () => [
    ...new Set(
      rig.server.requests
        .filter(({ kind }) => kind === 'list' || kind === 'watch')
        .map(({ resource }) => resource),
    ),
  ]
  return { ...rig, connection, states, unsubscribe, show, read, getState, subscribe }
}

const LISTED = { source: 'listed', isPending: false, error: undefined }

describe('the namespaces that a user can choose from', () => {
  test('are those of the cluster for an administrator, and follow it', async () => {
    const { show, server, read } = await open('admin')
    expect(await show()).toEqual({ ...LISTED, namespaces: ['default', ...NAMESPACES] })
    server.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } })
    expect((await show()).namespaces).toContain('new')
    expect(read()).toEqual(['namespaces'])
  })

  test('are those where a resource may be read, if one is named', async () => {
    const all = await open('admin', { request: { readable: pods } })
    expect(await all.show()).toEqual({ ...LISTED, namespaces: ['default', ...NAMESPACES] })
    const { show, read } = await open('viewer', { request: { readable: pods } })
    expect(await show()).toEqual({ ...LISTED, namespaces: ['team-a'] })
    expect(read()).toEqual(['namespaces'])
    expect(await (await open('viewer')).show()).toEqual({ ...LISTED, namespaces: ['default', ...NAMESPACES] })
  })

  test('of which none has the resource have the reason', async () => {
    const { show, read } = await open('viewer', { request: { readable: secrets } })
    const { namespaces, error } = await show()
    expect([namespaces, error?.message]).toEqual([[], expect.stringMatching(/name them in the option/)])
    expect(read()).toEqual(['namespaces'])
  })

  test('are those of the option where Namespaces may not be listed', async () => {
    const { show, read } = await open('dev', { namespaces: ['team-b', 'team-a'] })
    const given = { source: 'given', isPending: false, error: undefined }
    expect(await show()).toEqual({ ...given, namespaces: ['team-a', 'team-b'] })
    expect(read()).toEqual(['namespaces'])
  })

  test('are those of cached objects without the option, with the reason why they may not be all', async () => {
    const { show, connection, read, server } = await open('auditor')
    const before = await show()
    expect(before).toMatchObject({ source: 'seen', namespaces: [], isPending: false })
    expect(isForbidden(before.error)).toBe(true)
    const unsubscribe = connection.subscribe({ resource: pods }, () => {})
    expect(await show()).toMatchObject({ source: 'seen', namespaces: ['team-a', 'team-b'] })
    server.create(pod('empty/first'))
    expect((await show()).namespaces).toEqual(['empty', 'team-a', 'team-b'])
    expect(read().toSorted()).toEqual(['namespaces', 'pods'])
    unsubscribe()
  })

  test('are none for a user without rights, which is an error and no empty list', async () => {
    const { show } = await open('guest')
    const { namespaces, source, error } = await show()
    expect([namespaces, source, isForbidden(error)]).toEqual([[], 'seen', true])
  })

  test('that the option does not give have its error', async () => {
    const failing = async () => Promise.reject(new Error('no session'))
    const { show } = await open('dev', { namespaces: failing })
    expect(await show()).toMatchObject({
      source: 'seen',
      error: { message: expect.stringMatching(/no session/) },
    })
  })

  test('follow rights that are granted, and that are withdrawn', async () => {
    const { show, server, connection } = await open('dev', { namespaces: ['team-a'] })
    expect((await show()).source).toBe('given')
    server.create(binding('read-namespaces', 'dev'))
    connection.reconnect()
    expect(await show()).toMatchObject({ source: 'listed', namespaces: ['default', ...NAMESPACES] })
    server.delete(binding('read-namespaces', 'dev'))
    server.dropWatches()
    expect(await show()).toMatchObject({ source: 'given', namespaces: ['team-a'] })
  })

  test('where a resource may be read follow the reviews, which are repeated after two minutes', async () => {
    const { show, server } = await open('viewer', { request: { readable: pods } })
    expect((await show()).namespaces).toEqual(['team-a'])
    server.create(binding('read-pods', 'viewer', 'empty'))
    expect((await show(145_000)).namespaces).toEqual(['empty', 'team-a'])
    server.create(binding('read-pods', 'viewer'))
    expect((await show(145_000)).namespaces).toEqual(['default', ...NAMESPACES])
  })

  test('are asked for again on a reconnect: the reviews, and the option', async () => {
    const { show, server, connection } = await open('viewer', { request: { readable: pods } })
    expect((await show()).namespaces).toEqual(['team-a'])
    server.create(binding('read-pods', 'viewer', 'empty'))
    connection.reconnect()
    expect((await show()).namespaces).toEqual(['empty', 'team-a'])
    const names = ['team-a']
    const given = await open('dev', { namespaces: () => names })
    expect((await given.show()).namespaces).toEqual(['team-a'])
    names.push('team-b')
    given.connection.reconnect()
    expect((await given.show()).namespaces).toEqual(['team-a', 'team-b'])
  })

  test('have an error while the server is not reached, and recover', async () => {
    const { show, server } = await open('admin')
    server.faults.add({ match: { resource: 'namespaces' }, times: 2, action: { type: 'drop' } })
    await show(100)
    expect(await show(60_000)).toEqual({ ...LISTED, namespaces: ['default', ...NAMESPACES] })
  })
})

describe('the store', () => {
  test('is the same for equal requests, and keeps its references', async () => {
    const { connection, states, show, server } = await open('admin')
    expect(connection.permittedNamespaces()).toBe(connection.permittedNamespaces({}))
    expect(connection.permittedNamespaces({ readable: pods })).not.toBe(connection.permittedNamespaces())
    await show()
    const count = states.length
    server.update({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a', labels: { a: 'b' } } })
    await show()
    expect(states).toHaveLength(count)
  })

  test('follows while it has subscribers, and some time longer', async () => {
    const { clock, server, show, unsubscribe, subscribe } = await open('admin')
    await show()
    unsubscribe()
    await clock.advance(10_000)
    expect(server.openWatches).toBe(1)
    const again = subscribe(() => {})
    again()
    await clock.advance(120_000)
    expect(server.openWatches).toBe(0)
    expect(server.requests.filter(({ kind }) => kind === 'list')).toHaveLength(1)
  })

  test('is empty after the sign-out, and says why the connection has ended', async () => {
    const { connection, show, getState } = await open('admin')
    await show()
    void connection.signOut()
    expect(getState()).toMatchObject({ namespaces: [], source: undefined })
    expect(connection.permittedNamespaces({ readable: pods }).getState()).toBe(getState())
  })
})
