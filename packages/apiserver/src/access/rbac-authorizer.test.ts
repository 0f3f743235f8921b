import type {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  Subject,
} from '@kube-informer/core/resources'
import { beforeEach, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { pod } from '../test/fixtures.ts'
import { rbacAuthorizer } from './rbac-authorizer.ts'
import { rbacDefaults } from './rbac-defaults.ts'

const apiVersion = 'rbac.authorization.k8s.io/v1'
const apiGroup = 'rbac.authorization.k8s.io'
const READ = ['get', 'list', 'watch']
const JANE: Subject = { kind: 'User', apiGroup, name: 'jane' }

const role = (name: string, rules: Role['rules'], namespace = 'default'): Role => ({
  kind: 'Role',
  apiVersion,
  metadata: { name, namespace },
  rules: rules ?? [],
})

const clusterRole = (name: string, rules: ClusterRole['rules']): ClusterRole => ({
  kind: 'ClusterRole',
  apiVersion,
  metadata: { name },
  rules: rules ?? [],
})

const bind = (
  name: string,
  subject: Subject,
  kind: 'Role' | 'ClusterRole' = 'Role',
  namespace = 'default',
): RoleBinding => ({
  kind: 'RoleBinding',
  apiVersion,
  metadata: { name: `${name}s`, namespace },
  roleRef: { apiGroup, kind, name },
  subjects: [{ kind: 'User', apiGroup, name: 'other' }, subject],
})

const bindAll = (name: string, subject: Subject): ClusterRoleBinding => ({
  kind: 'ClusterRoleBinding',
  apiVersion,
  metadata: { name: `${name}s` },
  roleRef: { apiGroup, kind: 'ClusterRole', name },
  subjects: [subject],
})

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({
    authorize: rbacAuthorizer,
    objects: [...rbacDefaults(), pod('default/a'), pod('other/b')],
  })
})

const fetchAs = (user: string, path: string, init: RequestInit = {}) =>
  server.fetch(path, { ...init, headers: { 'Impersonate-User': user, ...init.headers } })

const codeAs = async (user: string, path: string, method = 'GET') =>
  (await fetchAs(user, path, { method })).status

async function reviewAs(user: string, kind: string, spec: object) {
  const response = await fetchAs(user, `/apis/authorization.k8s.io/v1/${kind}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ spec }),
  })
  return (await response.json()).status
}

const PODS = '/api/v1/namespaces/default/pods'

test('a new cluster lets users read the discovery and nothing else; system:masters may do everything', async () => {
  expect(await codeAs('jane', '/apis')).toBe(200)
  expect(await codeAs('jane', '/apis/apps/v1')).toBe(200)
  expect(await codeAs('jane', '/metrics')).toBe(403)
  expect((await server.fetch('/api/v1/pods')).status).toBe(200)
  const denied = await fetchAs('jane', PODS)
  expect(await denied.json()).toMatchObject({
    code: 403,
    message:
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"',
  })
})

test('a Role applies in its namespace, as soon as it is written', async () => {
  server.create(role('read-pods', [{ verbs: READ, apiGroups: [''], resources: ['pods'] }]))
  expect(await codeAs('jane', PODS)).toBe(403)
  server.create(bind('read-pods', JANE))
  expect(await codeAs('jane', PODS)).toBe(200)
  expect(await codeAs('jane', `${PODS}/a`)).toBe(200)
  expect(await codeAs('jane', `${PODS}/a`, 'DELETE')).toBe(403)
  expect(await codeAs('jane', '/api/v1/namespaces/other/pods')).toBe(403)
  expect(await codeAs('jane', '/api/v1/pods')).toBe(403)
  expect(await codeAs('jane', '/api/v1/namespaces/default/configmaps')).toBe(403)
  expect(await codeAs('joe', PODS)).toBe(403)
  server.delete(bind('read-pods', JANE))
  expect(await codeAs('jane', PODS)).toBe(403)
})

test('a RoleBinding of a ClusterRole applies in its namespace, a ClusterRoleBinding everywhere', async () => {
  server.create(bind('view', JANE, 'ClusterRole'))
  expect(await codeAs('jane', PODS)).toBe(200)
  expect(await codeAs('jane', '/api/v1/pods')).toBe(403)
  server.create(bindAll('view', { kind: 'User', apiGroup, name: 'joe' }))
  expect(await codeAs('joe', '/api/v1/pods')).toBe(200)
  expect(await codeAs('joe', '/api/v1/nodes')).toBe(403)
  expect(await codeAs('joe', '/api/v1/namespaces/default/secrets')).toBe(403)
})

test('subjects are users, groups and service accounts', async () => {
  const may = { verbs: READ, apiGroups: [''], resources: ['pods'] }
  server.create(role('read-pods', [may]))
  server.create({
    ...bind('read-pods', { kind: 'Group', apiGroup, name: 'devs' }),
    metadata: { name: 'b', namespace: 'default' },
  })
  const account = { kind: 'ServiceAccount', name: 'robot' }
  server.create({ ...bind('read-pods', account), metadata: { name: 'c', namespace: 'default' } })
  const asDev = await fetchAs('ann', PODS, { headers: { 'Impersonate-Group': 'devs' } })
  expect(asDev.status).toBe(200)
  expect(await codeAs('devs', PODS)).toBe(403)
  expect(await codeAs('system:serviceaccount:default:robot', PODS)).toBe(200)
  expect(await codeAs('system:serviceaccount:other:robot', PODS)).toBe(403)
  expect(await codeAs('robot', PODS)).toBe(403)
})

test.each<[title: string, rule: object, allowed: Record<string, boolean>]>([
  [
    'resource names allow no request without a name, except a list that selects it',
    { verbs: ['*'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] },
    {
      [`GET ${PODS}/a`]: true,
      [`GET ${PODS}/b`]: false,
      [`GET ${PODS}`]: false,
      [`GET ${PODS}?fieldSelector=metadata.name%3Da`]: true,
    },
  ],
  [
    'a resource without its subresources',
    { verbs: ['*'], apiGroups: [''], resources: ['pods'] },
    { [`GET ${PODS}/a`]: true, [`GET ${PODS}/a/status`]: false },
  ],
  [
    'a subresource without its resource',
    { verbs: ['*'], apiGroups: [''], resources: ['pods/status'] },
    { [`GET ${PODS}/a`]: false, [`GET ${PODS}/a/status`]: true },
  ],
  [
    'a subresource of any resource',
    { verbs: ['*'], apiGroups: [''], resources: ['*/status'] },
    { [`GET ${PODS}/a`]: false, [`GET ${PODS}/a/status`]: true },
  ],
  [
    'all resources with their subresources, in one group',
    { verbs: ['get'], apiGroups: [''], resources: ['*'] },
    {
      [`GET ${PODS}/a`]: true,
      [`GET ${PODS}/a/status`]: true,
      [`DELETE ${PODS}/a`]: false,
      'GET /apis/apps/v1/namespaces/default/deployments/x': false,
    },
  ],
])('a rule for %s', async (_title, rule, allowed) => {
  server.create(role('r', [rule as never]))
  server.create(bind('r', JANE))
  for (const [request, expected] of Object.entries(allowed)) {
    const [method = '', path = ''] = request.split(' ')
    expect((await codeAs('jane', path, method)) !== 403, request).toBe(expected)
  }
})

test('paths are allowed by ClusterRoleBindings only, and a star at the end stands for any rest', async () => {
  const rules = [{ verbs: ['get'], nonResourceURLs: ['/metrics/*', '/logs'] }]
  server.create(clusterRole('paths', rules))
  server.create(bind('paths', { kind: 'User', apiGroup, name: 'joe' }, 'ClusterRole'))
  server.create(bindAll('paths', JANE))
  expect(await codeAs('jane', '/metrics/slis')).toBe(404)
  expect(await codeAs('jane', '/metrics')).toBe(403)
  expect(await codeAs('jane', '/logs')).toBe(404)
  expect(await codeAs('jane', '/logs/x')).toBe(403)
  expect(await codeAs('joe', '/logs')).toBe(403)
})

test('reviews name the binding, or the role that does not exist', async () => {
  server.create(role('read-pods', [{ verbs: READ, apiGroups: [''], resources: ['pods'] }]))
  server.create(bind('read-pods', JANE))
  server.create(bindAll('view', { kind: 'User', apiGroup, name: 'joe' }))
  const ask = (user: string, verb: string) =>
    reviewAs(user, 'selfsubjectaccessreviews', {
      resourceAttributes: { verb, resource: 'pods', namespace: 'default' },
    })
  expect(await ask('jane', 'list')).toEqual({
    allowed: true,
    reason: 'RBAC: allowed by RoleBinding "read-podss/default" of Role "read-pods" to User "jane"',
  })
  expect(await ask('joe', 'list')).toEqual({
    allowed: true,
    reason: 'RBAC: allowed by ClusterRoleBinding "views" of ClusterRole "view" to User "joe"',
  })
  expect(await ask('jane', 'delete')).toEqual({ allowed: false })
  server.create(bind('gone', JANE, 'ClusterRole'))
  const reason = 'rbac: RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found'
  expect(await ask('jane', 'delete')).toEqual({ allowed: false, reason })
  const { message } = await (await fetchAs('jane', `${PODS}/a`, { method: 'DELETE' })).json()
  expect(message).toMatch(new RegExp(`in the namespace "default": ${reason}$`))
})

test('a rules review lists the rules of the user in the namespace', async () => {
  server.create(role('read-pods', [{ verbs: READ, apiGroups: [''], resources: ['pods'] }]))
  server.create(bind('read-pods', JANE))
  const ask = (user: string, namespace: string) => reviewAs(user, 'selfsubjectrulesreviews', { namespace })
  const own = { verbs: READ, apiGroups: [''], resources: ['pods'] }
  const status = await ask('jane', 'default')
  expect(status).toMatchObject({ incomplete: false })
  expect(status.resourceRules).toContainEqual(own)
  expect(status.nonResourceRules).toContainEqual(
    expect.objectContaining({ nonResourceURLs: expect.arrayContaining(['/apis/*']) }),
  )
  expect((await ask('jane', 'other')).resourceRules).not.toContainEqual(own)
  server.create(bind('gone', JANE))
  expect(await ask('jane', 'default')).toMatchObject({
    incomplete: false,
    evaluationError: 'role.rbac.authorization.k8s.io "gone" not found',
  })
  const all = await server.fetch('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ spec: { namespace: 'default' } }),
  })
  expect((await all.json()).status).toMatchObject({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    incomplete: false,
  })
})
