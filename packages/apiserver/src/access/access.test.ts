import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { send } from '../test/fixtures.ts'
import type { AccessAttributes } from './access-attributes.ts'
import type { TokenUser } from './auth.ts'

const AUTHORIZATION = '/apis/authorization.k8s.io/v1'
const AUTHENTICATION = '/apis/authentication.k8s.io/v1'
const PODS = { verb: 'get', resource: 'pods', namespace: 'default' }

const open = createFakeApiserver({ clock: new FakeClock({ now: Date.UTC(2026, 10, 21) }) })
/** Allows reads, except in the namespace `secret`. */
const closed = createFakeApiserver({
  authorize: ({ verb, namespace }) =>
    namespace === 'secret'
      ? { allowed: false, reason: 'secrets are hidden' }
      : ['get', 'list', 'watch'].includes(verb),
})

async function review(
  server: typeof open,
  path: string,
  spec: unknown,
  headers: Record<string, string> = {},
) {
  const response = await server.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ spec }),
  })
  return { status: response.status, body: await response.json() }
}

test('D05: by default everything is allowed, and access reviews say so', async () => {
  const { status, body } = await review(open, `${AUTHORIZATION}/selfsubjectaccessreviews`, {
    resourceAttributes: PODS,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: { resourceAttributes: PODS },
    status: { allowed: true },
  })
})

test('a request that is not allowed gets a 403, and a review returns the reason', async () => {
  const ask = (attributes: object) =>
    review(closed, `${AUTHORIZATION}/selfsubjectaccessreviews`, { resourceAttributes: attributes })
  expect((await ask(PODS)).body.status).toEqual({ allowed: true })
  expect((await ask({ ...PODS, verb: 'create' })).body.status).toEqual({ allowed: false })
  expect((await ask({ ...PODS, namespace: 'secret' })).body.status).toEqual({
    allowed: false,
    reason: 'secrets are hidden',
  })
  const response = await closed.fetch('/api/v1/namespaces/secret/pods')
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      'pods is forbidden: User "admin" cannot list resource "pods" in API group "" in the namespace "secret": secrets are hidden',
    reason: 'Forbidden',
    details: { kind: 'pods' },
    code: 403,
  })
  expect((await closed.fetch('/api/v1/pods')).status).toBe(200)
})

test.each([
  [
    'POST',
    '/api/v1/nodes',
    'nodes is forbidden: User "joe" cannot create resource "nodes" in API group "" at the cluster scope',
  ],
  [
    'DELETE',
    '/apis/apps/v1/namespaces/x/deployments/web',
    'deployments.apps "web" is forbidden: User "joe" cannot delete resource "deployments" in API group "apps" in the namespace "x"',
  ],
  [
    'PATCH',
    '/apis/apps/v1/namespaces/x/deployments/web/scale',
    'deployments.apps "web" is forbidden: User "joe" cannot patch resource "deployments/scale" in API group "apps" in the namespace "x"',
  ],
  [
    'DELETE',
    '/api/v1/namespaces/x/pods',
    'pods is forbidden: User "joe" cannot deletecollection resource "pods" in API group "" in the namespace "x"',
  ],
  ['POST', '/metrics', 'forbidden: User "joe" cannot post path "/metrics"'],
])('%s %s is rejected with the message of a real server', async (method, path, message) => {
  const response = await closed.fetch(path, { method, headers: { 'Impersonate-User': 'joe' } })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ reason: 'Forbidden', message })
})

test('authorize receives the attributes of a request', async () => {
  const heard: AccessAttributes[] = []
  const server = createFakeApiserver({
    authorize: attributes => {
      heard.push(attributes)
      return true
    },
  })
  await server.fetch('/api/v1/namespaces/a/pods?watch=1&timeoutSeconds=-1', {
    headers: { 'Impersonate-User': 'joe', 'Impersonate-Group': 'devs' },
  })
  await server.fetch('/healthz')
  await server.fetch('/apis')
  const sender = { user: 'joe', uid: '', groups: ['devs', 'system:authenticated'], extra: {} }
  expect(heard).toEqual([
    {
      ...sender,
      verb: 'watch',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      namespace: 'a',
      name: '',
      path: '',
      labelSelector: [],
      fieldSelector: [],
    },
    expect.objectContaining({ user: 'admin', verb: 'get', resource: '', path: '/apis' }),
  ])
})

test('authorize receives the selectors of requests and reviews in the same form', async () => {
  const heard: Pick<AccessAttributes, 'verb' | 'labelSelector' | 'fieldSelector'>[] = []
  const server = createFakeApiserver({
    authorize: ({ verb, resource, labelSelector, fieldSelector }) => {
      if (resource === 'pods') heard.push({ verb, labelSelector, fieldSelector })
      return true
    },
  })
  const texts = {
    labelSelector: 'app in (b,a),!old,n>1',
    fieldSelector: 'spec.nodeName=n1,status.phase!=Failed',
  }
  const query = new URLSearchParams(texts)
  await server.fetch(`/api/v1/pods?${query}`)
  await server.fetch(`/api/v1/namespaces/a/pods?${query}`, { method: 'DELETE' })
  await review(server, `${AUTHORIZATION}/subjectaccessreviews`, {
    user: 'joe',
    resourceAttributes: {
      verb: 'watch',
      resource: 'pods',
      labelSelector: { rawSelector: texts.labelSelector },
      fieldSelector: { rawSelector: texts.fieldSelector },
    },
  })
  const selectors = {
    labelSelector: [
      { key: 'app', operator: 'In', values: ['a', 'b'] },
      { key: 'old', operator: 'DoesNotExist', values: [] },
    ],
    fieldSelector: [
      { key: 'spec.nodeName', operator: 'In', values: ['n1'] },
      { key: 'status.phase', operator: 'NotIn', values: ['Failed'] },
    ],
  }
  expect(heard).toEqual(['list', 'deletecollection', 'watch'].map(verb => ({ verb, ...selectors })))
  await server.fetch(`/api/v1/namespaces/a/pods/x?${query}`)
  await server.fetch('/api/v1/pods?labelSelector=a+in')
  const none = { labelSelector: [], fieldSelector: [] }
  expect(heard.slice(3)).toEqual([
    { verb: 'get', ...none },
    { verb: 'list', ...none },
  ])
})

test('reviews about other users', async () => {
  const at = `${AUTHORIZATION}/subjectaccessreviews`
  const asked = { user: 'joe', resourceAttributes: { ...PODS, verb: 'create' } }
  expect((await review(closed, at, asked)).status).toBe(403)
  const server = createFakeApiserver({ authorize: ({ user }) => user === 'admin' })
  expect((await review(server, at, asked)).body.status).toEqual({ allowed: false })
  expect((await review(server, at, { resourceAttributes: PODS })).body).toMatchObject({
    code: 422,
    message:
      '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
  })
  const local = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`
  expect((await review(server, local, asked)).body).toMatchObject({
    metadata: { namespace: 'default' },
    status: { allowed: false },
  })
  expect(
    (await review(server, local, { ...asked, resourceAttributes: { ...PODS, namespace: 'other' } })).body
      .message,
  ).toContain('spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace')
})

test('a review without a request', async () => {
  const { body } = await review(open, `${AUTHORIZATION}/selfsubjectaccessreviews`, {})
  expect(body).toMatchObject({
    code: 422,
    message:
      '.authorization.k8s.io "" is invalid: spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
  })
})

test('SelfSubjectRulesReview', async () => {
  const at = `${AUTHORIZATION}/selfsubjectrulesreviews`
  const { body } = await review(open, at, { namespace: 'default' })
  expect(body.status).toMatchObject({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { verbs: ['create'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  })
  expect((await review(open, at, {})).body).toMatchObject({ code: 400, message: 'no namespace on request' })
  // The rules of a function cannot be listed, as those of a real server's webhook.
  expect((await review(closed, at, { namespace: 'default' })).body.status).toMatchObject({
    resourceRules: [{ verbs: ['create'] }],
    incomplete: true,
    evaluationError: expect.stringContaining('does not support user rule resolution'),
  })
})

test('SelfSubjectReview', async () => {
  const at = `${AUTHENTICATION}/selfsubjectreviews`
  expect((await review(open, at, undefined)).body).toEqual({
    kind: 'SelfSubjectReview',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { creationTimestamp: '2026-11-21T00:00:00Z' },
    status: {
      userInfo: { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
    },
  })
  const joe = await review(open, at, undefined, { 'Impersonate-User': 'joe' })
  expect(joe.body.status.userInfo).toEqual({ username: 'joe', groups: ['system:authenticated'] })
})

test('TokenReview', async () => {
  const server = createFakeApiserver({ auth: { token: 'secret' } })
  const ask = async (token: string) =>
    (await review(server, `${AUTHENTICATION}/tokenreviews`, { token }, { Authorization: 'Bearer secret' }))
      .body
  expect((await ask('secret')).status).toMatchObject({ authenticated: true, user: { username: 'admin' } })
  expect((await ask('other')).status).toEqual({ user: {}, error: 'invalid bearer token' })
  expect(await ask('')).toMatchObject({
    code: 400,
    message: 'token is required for TokenReview in authentication',
  })
})

describe('users by their tokens', () => {
  const users = new Map<string, TokenUser>([
    ['jane-token', { username: 'jane', uid: 'u-1', groups: ['devs'], extra: { scope: ['read'] } }],
    ['root-token', { username: 'root', groups: ['system:masters'] }],
    ['page-token', { username: 'page', audiences: ['relay'] }],
  ])
  const server = createFakeApiserver({
    auth: { token: token => users.get(token) },
    authorize: ({ groups }) => groups.includes('system:masters'),
  })
  const as = (token: string, headers: Record<string, string> = {}) => ({
    Authorization: `Bearer ${token}`,
    ...headers,
  })
  const ask = async (spec: object) =>
    (await review(server, `${AUTHENTICATION}/tokenreviews`, spec, as('root-token'))).body.status
  const reviewSelf = (headers: Record<string, string>) =>
    review(server, `${AUTHENTICATION}/selfsubjectreviews`, undefined, headers)

  test('a TokenReview has the user', async () => {
    expect(await ask({ token: 'jane-token' })).toEqual({
      authenticated: true,
      user: {
        username: 'jane',
        uid: 'u-1',
        groups: ['devs', 'system:authenticated'],
        extra: { scope: ['read'] },
      },
      audiences: ['https://kubernetes.default.svc'],
    })
    expect(await ask({ token: 'other' })).toEqual({ user: {}, error: 'invalid bearer token' })
  })

  test('a token for another audience is valid for that audience only', async () => {
    expect(await ask({ token: 'page-token', audiences: ['relay', 'x'] })).toMatchObject({
      authenticated: true,
      user: { username: 'page' },
      audiences: ['relay'],
    })
    expect(await ask({ token: 'page-token' })).toEqual({ user: {}, error: 'invalid bearer token' })
    expect((await reviewSelf(as('page-token'))).status).toBe(401)
  })

  test('the user of the token sends the request', async () => {
    expect((await reviewSelf(as('jane-token'))).body.status.userInfo.username).toBe('jane')
    expect((await reviewSelf(as('other'))).status).toBe(401)
    expect((await reviewSelf({})).status).toBe(401)
    const response = await server.fetch('/api/v1/pods', { headers: as('jane-token') })
    expect((await response.json()).message).toContain('User "jane" cannot list resource "pods"')
    expect((await server.fetch('/api/v1/pods', { headers: as('root-token') })).status).toBe(200)
  })

  test('only administrators may impersonate without being asked', async () => {
    const impersonating = { 'Impersonate-User': 'root', 'Impersonate-Group': 'system:masters' }
    const denied = await reviewSelf(as('jane-token', impersonating))
    expect(denied.body.message).toContain('User "jane" cannot impersonate-on:user-info:create')
    const allowed = await reviewSelf(as('root-token', { 'Impersonate-User': 'jane' }))
    expect(allowed.body.status.userInfo).toEqual({ username: 'jane', groups: ['system:authenticated'] })
  })

  test('others need the verb `impersonate` on each part of the user', async () => {
    const asked: string[] = []
    const lenient = createFakeApiserver({
      auth: { token: token => users.get(token) },
      authorize: ({ verb, resource, subresource, name }) => {
        asked.push([verb, resource, subresource, name].join(' '))
        return true
      },
    })
    const headers = {
      'Impersonate-User': 'joe',
      'Impersonate-Group': 'ops, devs',
      'Impersonate-Uid': 'u-2',
      'Impersonate-Extra-Scope': 'all',
    }
    const { body } = await review(
      lenient,
      `${AUTHENTICATION}/selfsubjectreviews`,
      undefined,
      as('jane-token', headers),
    )
    expect(asked).toEqual([
      'impersonate users  joe',
      'impersonate uids  u-2',
      'impersonate groups  ops',
      'impersonate groups  devs',
      'impersonate userextras scope all',
    ])
    expect(body.status.userInfo).toEqual({
      username: 'joe',
      uid: 'u-2',
      groups: ['ops', 'devs', 'system:authenticated'],
      extra: { scope: ['all'] },
    })
  })

  test('a revoked token is invalid, in requests and in reviews', async () => {
    const accept = server.revokeTokens('jane-token')
    expect(await ask({ token: 'jane-token' })).toMatchObject({ error: 'invalid bearer token' })
    expect((await reviewSelf(as('jane-token'))).status).toBe(401)
    accept()
    expect(await ask({ token: 'jane-token' })).toMatchObject({ authenticated: true })
  })
})

test('reviews can be created and are not stored', async () => {
  const response = await open.fetch(`${AUTHORIZATION}/selfsubjectaccessreviews`)
  expect(response.status).toBe(405)
  expect((await send(open, 'DELETE', `${AUTHORIZATION}/selfsubjectaccessreviews/x`)).status).toBe(405)
})
