import { createKubeClient, type Fetch } from '@kube-informer/core'
import { clusterRoleBindings, clusterRoles } from '@kube-informer/core/resources'
import { type Authorize, createFakeApiserver } from '@kube-informer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { REVIEW_CASES, type ReviewCase, USERS } from './review-cases.ts'

const ADMIN = 'admin'
const RBAC = 'rbac.authorization.k8s.io'

/** What the real server's roles allow. */
const authorize: Authorize = ({ groups, verb, group, resource, subresource }) =>
  groups.includes('system:masters') ||
  (groups.includes('devs') &&
    ['get', 'list', 'watch'].includes(verb) &&
    group === '' &&
    resource === 'pods' &&
    subresource === '')

const fake = createFakeApiserver({
  auth: { token: token => token === ADMIN || USERS.find(user => user.token === token) },
  authorize,
})

/** A body without managed fields, which the fake does not add to reviews, times, and the names of roles. */
const compared = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (name === 'managedFields' || (name === 'reason' && /^RBAC: /.test(String(value)))) return undefined
    if (name === 'creationTimestamp') return 'now'
    // A message quotes the metadata of a review.
    return typeof value === 'string' ? value.replace(/,"managedFields":\[.*?\}\]/, '') : value
  })

async function answer(send: Fetch, baseUrl: string, token: string, each: ReviewCase): Promise<object> {
  const { method = 'POST', path, spec, metadata, headers } = each
  const response = await send(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify({ metadata, spec }) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: compared(text) }
}

describeReal('authentication and authorization by the fake apiserver and a real one', () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startKubernetes({ users: USERS })
    trust(cluster)
    const admin = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    const metadata = { name: 'review-reader' }
    const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }
    await admin.create(clusterRoles, { metadata, rules: [rule] })
    await admin.create(clusterRoleBindings, {
      metadata,
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'devs' }],
    })
  }, 180_000)
  afterAll(() => cluster?.stop())

  describe.each(Object.entries(REVIEW_CASES))('D05: %s', (_subject, cases) => {
    test.each(cases)('$title', async each => {
      const { as = ADMIN } = each
      const token = as === ADMIN ? cluster.token : as
      expect(await answer(fake.fetch, 'http://fake', as, each)).toEqual(
        await answer(fetch, cluster.url, token, each),
      )
    })
  })
})
