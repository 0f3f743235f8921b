import { createFakeApiserver } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { ProtocolError, StatusError } from '../api/errors.ts'
import { defineResource } from '../api/resource.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import type { KubeRequest } from '../client/transport/transport.ts'
import { DISCOVERY_ACCEPT } from './aggregated.ts'
import { type DiscoveryClient, discover } from './discover.ts'
import { GroupDiscoveryError, resourcesOf, StaleGroupVersionError } from './discovery.ts'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

type Answer = { readonly type?: string; readonly body: unknown } | Error

/** A client with scripted responses that records its requests. */
function scripted(answers: Readonly<Record<string, Answer>>) {
  const requests: { path: string; request: KubeRequest }[] = []
  const client: DiscoveryClient = {
    request: async (path, request = {}) => {
      requests.push({ path, request })
      const answer = answers[path] ?? new StatusError({ code: 404, reason: 'NotFound', message: 'not found' })
      if (answer instanceof Error) throw answer
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      return new Response(text, { headers: { 'content-type': answer.type ?? 'application/json' } })
    },
  }
  return { client, requests, paths: () => requests.map(({ path }) => path) }
}

const pods = {
  resource: 'pods',
  responseKind: { group: '', version: '', kind: 'Pod' },
  scope: 'Namespaced',
  singularResource: 'pod',
  verbs: ['get', 'list', 'watch'],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [{ subresource: 'log', responseKind: { kind: 'Pod' }, verbs: ['get'] }],
}
const aggregated = (...items: unknown[]): Answer => ({
  type: AGGREGATED,
  body: { kind: 'APIGroupDiscoveryList', items },
})
const CORE = aggregated({ versions: [{ version: 'v1', freshness: 'Current', resources: [pods] }] })
const groupOf = (name: string, ...versions: unknown[]) => ({ metadata: { name }, versions })
const widgets = {
  resource: 'widgets',
  responseKind: { group: 'example.com', version: 'v1', kind: 'Widget' },
  scope: 'Cluster',
  verbs: ['list'],
}

const legacyList = (groupVersion: string, ...resources: unknown[]): Answer => ({
  body: { kind: 'APIResourceList', groupVersion, resources },
})
const LEGACY_CORE = {
  '/api': { body: { kind: 'APIVersions', versions: ['v1'] } },
  '/api/v1': legacyList(
    'v1',
    { name: 'pods', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get', 'list', 'watch'] },
    { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
  ),
}
const LEGACY_GROUPS: Answer = {
  body: {
    kind: 'APIGroupList',
    groups: [
      {
        name: 'apps',
        versions: [{ version: 'v1' }, { version: 'v1beta1' }],
        preferredVersion: { version: 'v1' },
      },
    ],
  },
}
const deployments = { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment' }
const DEPLOYMENTS = legacyList('apps/v1', { ...deployments, verbs: ['list'], shortNames: ['deploy'] })

const namesIn = (discovery: Awaited<ReturnType<typeof discover>>) =>
  resourcesOf(discovery).map(({ group, version, plural }) => `${group}/${version}/${plural}`)

describe('discovery in the aggregated form', () => {
  test('D01: two requests suffice, with an Accept that is allowed for other origins', async () => {
    const { client, requests } = scripted({
      '/api': CORE,
      '/apis': aggregated(groupOf('example.com', { version: 'v1', resources: [widgets] })),
    })
    const { groups, error } = await discover(client)
    expect(requests.map(({ path, request }) => [path, request.headers?.accept])).toEqual([
      ['/api', DISCOVERY_ACCEPT],
      ['/apis', DISCOVERY_ACCEPT],
    ])
    expect(DISCOVERY_ACCEPT.length).toBeLessThanOrEqual(128)
    expect(error).toBeUndefined()
    expect(groups.map(({ name, preferredVersion }) => [name, preferredVersion])).toEqual([
      ['', 'v1'],
      ['example.com', 'v1'],
    ])
    expect(groups[0]?.versions[0]?.resources).toEqual([
      {
        group: '',
        version: 'v1',
        plural: 'pods',
        kind: 'Pod',
        namespaced: true,
        singular: 'pod',
        verbs: ['get', 'list', 'watch'],
        shortNames: ['po'],
        categories: ['all'],
        subresources: [{ name: 'log', kind: 'Pod', verbs: ['get'] }],
      },
    ])
    expect(groups[1]?.versions[0]?.resources).toMatchObject([
      { plural: 'widgets', singular: 'widget', namespaced: false, shortNames: [], subresources: [] },
    ])
  })

  test('the order of media type parameters and spaces between them are ignored', async () => {
    const type = 'application/json; as=APIGroupDiscoveryList; v=v2; g=apidiscovery.k8s.io'
    const { client, paths } = scripted({ '/api': { ...CORE, type }, '/apis': aggregated() })
    expect(namesIn(await discover(client))).toEqual(['/v1/pods'])
    expect(paths()).toHaveLength(2)
  })

  test('a stale version is marked and reported, not preferred, and its resources are omitted', async () => {
    const { client } = scripted({
      '/api': CORE,
      '/apis': aggregated(
        groupOf(
          'example.com',
          { version: 'v2', freshness: 'Stale', resources: [widgets] },
          { version: 'v1', freshness: 'Current', resources: [widgets] },
        ),
        groupOf('metrics.k8s.io', { version: 'v1beta1', freshness: 'Stale' }),
      ),
    })
    const discovery = await discover(client)
    expect(namesIn(discovery)).toEqual(['/v1/pods', 'example.com/v1/widgets'])
    expect(discovery.groups.map(({ preferredVersion }) => preferredVersion)).toEqual(['v1', 'v1', undefined])
    expect(discovery.groups[1]?.versions[0]).toMatchObject({ version: 'v2', stale: true })
    expect(discovery.error?.failures.get('metrics.k8s.io/v1beta1')).toBeInstanceOf(StaleGroupVersionError)
    expect(discovery.error?.message).toBe(
      'unable to retrieve the complete list of server APIs: ' +
        'example.com/v2: stale GroupVersion discovery: example.com/v2, ' +
        'metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1',
    )
  })

  test('what a group, a resource or a subresource leaves out has its default', async () => {
    const bare = {
      resource: 'widgets',
      responseKind: { kind: 'Widget' },
      subresources: [{ subresource: 'status' }],
    }
    const { client } = scripted({
      '/api': aggregated({}),
      '/apis': aggregated(groupOf('example.com', { version: 'v1', resources: [bare] })),
    })
    const discovery = await discover(client)
    expect(discovery.groups[0]).toEqual({ name: '', preferredVersion: undefined, versions: [] })
    expect(resourcesOf(discovery)).toEqual([
      {
        ...{ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', singular: 'widget' },
        ...{ namespaced: false, verbs: [], shortNames: [], categories: [] },
        subresources: [{ name: 'status', kind: '', verbs: [] }],
      },
    ])
  })

  test('an answer without a content type has the older form', async () => {
    const list = {
      '/api': { body: { versions: [] }, type: '' },
      '/apis': { body: { groups: [] }, type: 'text/json' },
    }
    expect(await discover(scripted(list).client)).toEqual({ groups: [], error: undefined })
  })

  test('a resource without a kind is omitted', async () => {
    const nameless = { ...widgets, responseKind: null }
    const { client } = scripted({
      '/api': aggregated(),
      '/apis': aggregated(groupOf('example.com', { version: 'v1', resources: [nameless, widgets] })),
    })
    expect(namesIn(await discover(client))).toEqual(['example.com/v1/widgets'])
  })
})

describe('discovery in the older form', () => {
  test('D02, D04: an old server receives one request per group version', async () => {
    const { client, paths } = scripted({
      ...LEGACY_CORE,
      '/apis': LEGACY_GROUPS,
      '/apis/apps/v1': DEPLOYMENTS,
      '/apis/apps/v1beta1': legacyList('apps/v1beta1', { ...deployments, verbs: ['list'] }),
    })
    const discovery = await discover(client)
    expect(discovery.error).toBeUndefined()
    expect(namesIn(discovery)).toEqual(['/v1/pods', 'apps/v1/deployments', 'apps/v1beta1/deployments'])
    expect(resourcesOf(discovery)[0]).toMatchObject({
      singular: 'pod',
      subresources: [{ name: 'log', kind: 'Pod', verbs: ['get'] }],
    })
    expect(resourcesOf(discovery)[1]).toMatchObject({ shortNames: ['deploy'], namespaced: true })
    expect(paths().toSorted()).toEqual(['/api', '/api/v1', '/apis', '/apis/apps/v1', '/apis/apps/v1beta1'])
  })

  test('each of the two roots may have either form', async () => {
    const { client } = scripted({
      ...LEGACY_CORE,
      '/apis': aggregated(groupOf('example.com', { version: 'v1', resources: [widgets] })),
    })
    expect(namesIn(await discover(client))).toEqual(['/v1/pods', 'example.com/v1/widgets'])
  })

  test('V41: a missing version is reported, and the rest is complete', async () => {
    const gone = new StatusError({ code: 404, reason: 'NotFound', message: '404 page not found' })
    const { client } = scripted({
      ...LEGACY_CORE,
      '/apis': LEGACY_GROUPS,
      '/apis/apps/v1': DEPLOYMENTS,
      '/apis/apps/v1beta1': gone,
    })
    const discovery = await discover(client)
    expect(namesIn(discovery)).toEqual(['/v1/pods', 'apps/v1/deployments'])
    expect(discovery.error).toBeInstanceOf(GroupDiscoveryError)
    expect([...(discovery.error?.failures ?? [])]).toEqual([['apps/v1beta1', gone]])
  })

  test('the number of concurrent requests is limited', async () => {
    let open = 0
    let most = 0
    const groups = Array.from({ length: 20 }, (_, i) => ({ name: `g${i}`, versions: [{ version: 'v1' }] }))
    const client: DiscoveryClient = {
      request: async path => {
        most = Math.max(most, ++open)
        await Promise.resolve()
        open--
        if (path === '/api') return Response.json({ versions: [] })
        return Response.json(path === '/apis' ? { groups } : { resources: [] })
      },
    }
    expect((await discover(client, { concurrency: 3 })).groups).toHaveLength(20)
    expect(most).toBe(3)
  })

  test.each([
    [undefined, 4],
    [1, 1],
    [0, 1],
    [-1, 1],
  ])('a concurrency of %s is %d concurrent requests', async (concurrency, expected) => {
    let open = 0
    let most = 0
    const groups = Array.from({ length: 9 }, (_, i) => ({ name: `g${i}`, versions: [{ version: 'v1' }] }))
    const client: DiscoveryClient = {
      request: async path => {
        most = Math.max(most, ++open)
        await Promise.resolve()
        open--
        return Response.json(path === '/apis' ? { groups } : { versions: [], resources: [] })
      },
    }
    await discover(client, { concurrency })
    expect(most).toBe(expected)
  })

  test('a group prefers its first version unless the server names another', async () => {
    const versions = [{ version: 'v2' }, { version: 'v1' }]
    const groups = [
      { name: 'a.io', versions },
      { name: 'b.io', versions, preferredVersion: {} },
      { name: 'c.io', versions, preferredVersion: { version: 'v1' } },
      { name: 'd.io', versions: [] },
    ]
    const discovery = await discover(scripted({ '/api': CORE, '/apis': { body: { groups } } }).client)
    expect(discovery.groups.map(({ name, preferredVersion }) => [name, preferredVersion])).toEqual([
      ['', 'v1'],
      ['a.io', 'v2'],
      ['b.io', 'v2'],
      ['c.io', 'v1'],
      ['d.io', undefined],
    ])
  })

  test('what a resource leaves out has its default', async () => {
    const list = legacyList('v1', { name: 'pods', kind: 'Pod' }, { name: 'pods/log', kind: 'Pod' })
    const { client } = scripted({ ...LEGACY_CORE, '/api/v1': list, '/apis': { body: { groups: null } } })
    expect(resourcesOf(await discover(client))).toEqual([
      {
        ...{ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: false, singular: 'pod' },
        ...{ verbs: [], shortNames: [], categories: [] },
        subresources: [{ name: 'log', kind: 'Pod', verbs: [] }],
      },
    ])
  })

  test('an abort ends the discovery without further requests', async () => {
    const aborting = new AbortController()
    const script = scripted({ ...LEGACY_CORE, '/apis': LEGACY_GROUPS })
    const client: DiscoveryClient = {
      request: async (path, request) => {
        if (path.startsWith('/apis/')) aborting.abort()
        return script.client.request(path, request)
      },
    }
    const discovering = discover(client, { signal: aborting.signal, concurrency: 1 })
    await expect(discovering).rejects.toHaveProperty('name', 'AbortError')
    expect(script.paths().filter(path => path.startsWith('/apis/'))).toHaveLength(1)
  })
})

describe('discovery that fails', () => {
  test('null is an empty list, as encoded by Go', async () => {
    const { client } = scripted({
      '/api': { body: { versions: ['v1'] } },
      '/api/v1': legacyList('v1', { name: 'pods', kind: 'Pod', verbs: null, shortNames: null }),
      '/apis': {
        body: {
          groups: [
            { name: 'a.io', versions: [{ version: 'v1' }] },
            { name: 'b.io', versions: null },
          ],
        },
      },
      '/apis/a.io/v1': { body: { resources: null } },
    })
    const discovery = await discover(client)
    expect(resourcesOf(discovery)).toMatchObject([{ plural: 'pods', verbs: [], shortNames: [] }])
    expect(discovery).toMatchObject({
      groups: [{}, { versions: [{ resources: [] }] }, { versions: [] }],
      error: undefined,
    })
    const bare = { ...widgets, verbs: null, subresources: null }
    const one = groupOf(
      'example.com',
      { version: 'v1', resources: [bare] },
      { version: 'v2', resources: null },
    )
    const newer = scripted({ '/api': { type: AGGREGATED, body: { items: null } }, '/apis': aggregated(one) })
    expect(resourcesOf(await discover(newer.client))).toMatchObject([{ plural: 'widgets', verbs: [] }])
  })

  test('one missing root is accepted, two are an error', async () => {
    expect(namesIn(await discover(scripted({ '/api': CORE }).client))).toEqual(['/v1/pods'])
    await expect(discover(scripted({}).client)).rejects.toMatchObject({ code: 404 })
  })

  test('T-ANS-8: a root that a gateway does not find is thrown; one that the server does not serve is missing', async () => {
    const missing = (message: string) =>
      new StatusError({
        ...{ code: 404, reason: 'NotFound', message },
        details: { causes: [{ reason: 'UnexpectedServerResponse', message }] },
      })
    const page = missing('<html>default backend - 404</html>')
    await expect(discover(scripted({ '/api': CORE, '/apis': page }).client)).rejects.toBe(page)
    const unserved = missing('404 page not found')
    expect(namesIn(await discover(scripted({ '/api': CORE, '/apis': unserved }).client))).toEqual([
      '/v1/pods',
    ])
  })

  test('an error response of a root is thrown', async () => {
    const forbidden = new StatusError({ code: 403, reason: 'Forbidden', message: 'no' })
    await expect(discover(scripted({ '/api': CORE, '/apis': forbidden }).client)).rejects.toBe(forbidden)
  })

  test.each([
    ...['<!doctype html>', '""', 'null', '[]', '{"metadata":{}}', '{"kind":"PodList","items":[]}'],
    '{"kind":"Status","apiVersion":"v1","status":"Success"}',
  ])('%s is not a discovery response', async body => {
    const failing = discover(scripted({ '/api': { body }, '/apis': aggregated() }).client)
    await expect(failing).rejects.toThrow(ProtocolError)
    await expect(failing).rejects.toThrow(/discover \/api: the answer .*baseUrl/)
  })
})

describe('discovery of the fake apiserver', () => {
  const widgetsResource = defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  })
  const namesOf = (
    resources: readonly { group: string; plural: string; kind: string; namespaced: boolean }[],
  ) =>
    resources
      .map(({ group, plural, kind, namespaced }) => [group, plural, kind, namespaced].join())
      .toSorted()

  test('finds all resources, which can be listed', async () => {
    const server = createFakeApiserver({ resources: [widgetsResource] })
    server.create({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'n' } })
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
    const discovery = await discover(client)
    expect(namesOf(resourcesOf(discovery))).toEqual(namesOf(server.resources))
    const found = resourcesOf(discovery).find(({ plural }) => plural === 'widgets')
    if (!found) throw new Error('widgets were not discovered')
    const { items } = await createListWatch(client, found).list({}, { signal: new AbortController().signal })
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['a'])
  })
})
