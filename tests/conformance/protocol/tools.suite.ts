import { describe, expect } from 'vitest'
import { send } from './endpoint.ts'
import { rowsOf, type Target } from './target.ts'

/** The Accept header of kubectl's discovery: aggregated v2, aggregated v2beta1, and plain JSON. */
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const KUBECTL = `${AGGREGATED},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`

interface DiscoveredResource {
  readonly resource: string
  readonly responseKind?: { readonly kind: string }
  readonly scope: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string; readonly verbs: readonly string[] }[]
}

interface Discovered {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources: readonly DiscoveredResource[]
    }[]
  }[]
}

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** Discovery, version, health and schemas, which tools request first. */
export function describeTools(target: Target): void {
  const row = rowsOf(target)

  describe('discovery', () => {
    const ask = async (cluster: Parameters<typeof send>[0], path: string, accept: string) =>
      send(cluster, 'GET', path, undefined, { headers: { accept } })

    row(
      "D01: all groups in one response, for kubectl's Accept header",
      async cluster => {
        const groups = new Map<string | undefined, Discovered['items'][number]>()
        for (const path of ['/api', '/apis']) {
          const answer = await ask(cluster, path, KUBECTL)
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, AGGREGATED])
          expect(answer.body).toMatchObject({
            kind: 'APIGroupDiscoveryList',
            apiVersion: 'apidiscovery.k8s.io/v2',
            metadata: {},
          })
          for (const item of (answer.body as unknown as Discovered).items)
            groups.set(item.metadata.name, item)
        }
        expect(groups.get(undefined)?.versions[0]).toMatchObject({ version: 'v1' })
        const resource = (group: string | undefined, plural: string) =>
          groups.get(group)?.versions[0]?.resources.find(known => known.resource === plural)
        expect(resource(undefined, 'pods')).toMatchObject({
          responseKind: { kind: 'Pod' },
          scope: 'Namespaced',
          singularResource: 'pod',
          shortNames: ['po'],
          categories: ['all'],
          verbs: ALL_VERBS,
        })
        expect(resource('apps', 'deployments')?.subresources?.map(({ subresource }) => subresource)).toEqual([
          'scale',
          'status',
        ])
        expect(resource('protocol.example.com', 'widgets')).toMatchObject({
          responseKind: { kind: 'Widget' },
          scope: 'Namespaced',
        })
      },
      { needs: ['headers'] },
    )

    row('D01: also for the short Accept header of a page', async cluster => {
      const answer = await ask(cluster, '/apis', AGGREGATED)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, AGGREGATED])
    })

    row('D02: versions and groups, for clients that accept plain JSON only', async cluster => {
      const versions = await ask(cluster, '/api', 'application/json')
      expect(versions.body).toEqual({
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: expect.any(String) }],
      })
      const groups = await ask(cluster, '/apis', 'application/json')
      expect(groups.headers.get('content-type')).toBe('application/json')
      const apps = { groupVersion: 'apps/v1', version: 'v1' }
      expect(groups.body).toMatchObject({
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: expect.arrayContaining([{ name: 'apps', versions: [apps], preferredVersion: apps }]),
      })
      expect((await ask(cluster, '/apis/apps', 'application/json')).body).toEqual({
        kind: 'APIGroup',
        apiVersion: 'v1',
        name: 'apps',
        versions: [apps],
        preferredVersion: apps,
      })
    })

    row(
      'D03: a client that has the current documents receives a 304',
      async cluster => {
        for (const path of ['/api', '/apis']) {
          const first = await ask(cluster, path, KUBECTL)
          const tag = first.headers.get('etag') ?? ''
          expect(tag).toMatch(/^"[0-9A-F]{128}"$/)
          expect([first.headers.get('vary'), first.headers.get('cache-control')]).toEqual([
            'Accept',
            'public',
          ])
          const headers = { accept: KUBECTL, 'if-none-match': tag }
          const second = await send(cluster, 'GET', path, undefined, { headers })
          expect([second.status, second.text]).toEqual([304, ''])
        }
      },
      { needs: ['headers'] },
    )

    row('D04: the resources of one version, with their verbs', async cluster => {
      const core = await ask(cluster, '/api/v1', 'application/json')
      expect(core.body).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' })
      const { resources } = core.body as { resources?: readonly Record<string, unknown>[] }
      const named = (name: string) => resources?.find(resource => resource.name === name)
      expect(named('configmaps')).toMatchObject({
        singularName: 'configmap',
        namespaced: true,
        kind: 'ConfigMap',
        shortNames: ['cm'],
        verbs: ALL_VERBS,
      })
      expect(named('pods/status')).toMatchObject({ kind: 'Pod', verbs: ['get', 'patch', 'update'] })
      const custom = await ask(cluster, '/apis/protocol.example.com/v1', 'application/json')
      expect(custom.body).toMatchObject({
        groupVersion: 'protocol.example.com/v1',
        resources: [{ name: 'widgets', kind: 'Widget', namespaced: true }],
      })
    })
  })

  describe('the server itself', () => {
    row('D07: version and health', async cluster => {
      expect((await send(cluster, 'GET', '/version')).body).toMatchObject({
        major: '1',
        minor: expect.stringMatching(/^\d+/),
        gitVersion: expect.stringMatching(/^v1\.\d+\.\d+/),
      })
      for (const path of ['/healthz', '/livez', '/readyz']) {
        const answer = await send(cluster, 'GET', path)
        expect([answer.status, answer.text]).toEqual([200, 'ok'])
      }
    })

    row(
      'D06: an allowed origin gets the CORS headers of a preflight',
      async cluster => {
        const response = await cluster.fetch('/api/v1/pods', {
          method: 'OPTIONS',
          headers: {
            origin: 'http://localhost:1234',
            'access-control-request-method': 'PATCH',
            'access-control-request-headers': 'content-type',
          },
        })
        expect(response.status).toBe(204)
        const header = (name: string) => response.headers.get(`access-control-${name}`)
        expect(header('allow-origin')).toBe('http://localhost:1234')
        expect(header('allow-methods')?.split(', ').toSorted()).toEqual(
          ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'].toSorted(),
        )
        for (const name of ['Content-Type', 'Authorization'])
          expect(header('allow-headers')?.toLowerCase()).toContain(name.toLowerCase())
        expect(header('allow-credentials')).toBe('true')
        const elsewhere = await cluster.fetch('/api/v1/pods', { headers: { origin: 'https://evil.example' } })
        expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
      },
      { needs: ['a wire', 'headers'] },
    )

    row('D05: a SelfSubjectAccessReview is answered', async cluster => {
      const answer = await send(cluster, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        kind: 'SelfSubjectAccessReview',
        apiVersion: 'authorization.k8s.io/v1',
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      })
      expect([answer.status, answer.body]).toMatchObject([
        201,
        { kind: 'SelfSubjectAccessReview', status: { allowed: true } },
      ])
    })
  })

  describe('schemas', () => {
    row('D05: the OpenAPI documents that kubectl reads before it writes', async cluster => {
      const index = await send(cluster, 'GET', '/openapi/v3')
      const { paths } = index.body as {
        paths?: Readonly<Record<string, { readonly serverRelativeURL: string }>>
      }
      const core = paths?.['api/v1']?.serverRelativeURL ?? ''
      expect(core).toMatch(/^\/openapi\/v3\/api\/v1\?hash=/)
      expect(Object.keys(paths ?? {})).toContain('apis/protocol.example.com/v1')
      const document = await (await cluster.fetch(core)).json()
      const item = '/api/v1/namespaces/{namespace}/configmaps/{name}'
      const { patch } = (document as { paths: Readonly<Record<string, { patch: Record<string, unknown> }>> })
        .paths[item] ?? { patch: {} }
      expect(patch['x-kubernetes-group-version-kind']).toEqual({
        group: '',
        version: 'v1',
        kind: 'ConfigMap',
      })
      expect(patch.parameters).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'fieldValidation', in: 'query' })]),
      )
      const { content } = patch.requestBody as { content: object }
      expect(Object.keys(content)).toEqual(
        expect.arrayContaining(['application/strategic-merge-patch+json', 'application/merge-patch+json']),
      )
    })
  })
}
