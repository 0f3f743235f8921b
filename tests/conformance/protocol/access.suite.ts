import { describe, expect } from 'vitest'
import { configMap, failure, PATCH, send } from './endpoint.ts'
import { rowsOf, type Target } from './target.ts'

/** A user without any permission. */
export const UNPRIVILEGED = 'unprivileged'

const AS_UNPRIVILEGED = { 'impersonate-user': UNPRIVILEGED }

/** Authorization, and priority and fairness. */
export function describeAccess(target: Target): void {
  const row = rowsOf(target)
  // In a page, an impersonation header would require a preflight.
  const inHeaders = { needs: ['headers'] } as const

  describe('a user without permissions', () => {
    const rejections: readonly (readonly [string, string, string, object])[] = [
      [
        'GET',
        'api/v1/namespaces/y/pods',
        'pods is forbidden: ? list resource "pods" in API group "" in the namespace "y"',
        { kind: 'pods' },
      ],
      [
        'GET',
        'api/v1/pods',
        'pods is forbidden: ? list resource "pods" in API group "" at the cluster scope',
        { kind: 'pods' },
      ],
      [
        'GET',
        'api/v1/namespaces/y/pods/n',
        'pods "n" is forbidden: ? get resource "pods" in API group "" in the namespace "y"',
        { name: 'n', kind: 'pods' },
      ],
      [
        'GET',
        'apis/apps/v1/namespaces/y/deployments/n/scale',
        'deployments.apps "n" is forbidden: ? get resource "deployments/scale" in API group "apps" in the namespace "y"',
        { name: 'n', group: 'apps', kind: 'deployments' },
      ],
      [
        'GET',
        'api/v1/nodes/n',
        'nodes "n" is forbidden: ? get resource "nodes" in API group "" at the cluster scope',
        { name: 'n', kind: 'nodes' },
      ],
      [
        'POST',
        'api/v1/namespaces/y/pods',
        'pods is forbidden: ? create resource "pods" in API group "" in the namespace "y"',
        { kind: 'pods' },
      ],
      [
        'PATCH',
        'api/v1/namespaces/y/pods/n',
        'pods "n" is forbidden: ? patch resource "pods" in API group "" in the namespace "y"',
        { name: 'n', kind: 'pods' },
      ],
      [
        'DELETE',
        'api/v1/namespaces/y/pods',
        'pods is forbidden: ? deletecollection resource "pods" in API group "" in the namespace "y"',
        { kind: 'pods' },
      ],
      ['GET', 'metrics', 'forbidden: ? get path "/metrics"', {}],
    ]
    for (const [method, path, message, details] of rejections)
      row(
        `${method} /${path} is a 403`,
        async cluster => {
          const body = method === 'GET' ? undefined : configMap('n')
          const type = method === 'PATCH' ? PATCH.merge : 'application/json'
          const answer = await send(cluster, method, `/${path}`, body, { type, headers: AS_UNPRIVILEGED })
          const text = message.replace('?', `User "${UNPRIVILEGED}" cannot`)
          expect([answer.status, answer.body]).toEqual([403, failure(403, 'Forbidden', text, details)])
        },
        inHeaders,
      )

    row(
      'a rejected watch is named watch in the message',
      async cluster => {
        const query = { watch: true }
        const { body } = await send(cluster, 'GET', '/api/v1/pods', undefined, {
          query,
          headers: AS_UNPRIVILEGED,
        })
        expect(body.message).toBe(
          `pods is forbidden: User "${UNPRIVILEGED}" cannot watch resource "pods" in API group "" at the cluster scope`,
        )
      },
      inHeaders,
    )

    row(
      'D07: version and health are readable',
      async cluster => {
        for (const path of ['/version', '/healthz', '/livez', '/readyz'])
          expect((await send(cluster, 'GET', path, undefined, { headers: AS_UNPRIVILEGED })).status).toBe(200)
      },
      inHeaders,
    )
  })

  describe('an overloaded server', () => {
    row(
      'priority and fairness respond with a line of plain text',
      async cluster => {
        const action = { type: 'status', code: 429, retryAfterSeconds: 1, text: true } as const
        cluster.fake?.faults.add({ times: 1, action })
        const answer = await send(cluster, 'GET', '/api/v1/pods')
        expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([
          429,
          '1',
          'Too many requests, please try again later.\n',
        ])
        expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      },
      { needs: ['faults'] },
    )
  })
}
