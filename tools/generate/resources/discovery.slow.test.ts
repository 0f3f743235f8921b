import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createKubeClient,
  createListWatch,
  defineResource,
  type InformerClient,
  parseFieldSelector,
  parseLabelSelector,
} from '@kube-informer/core'
import {
  DeferredRESTMapper,
  type DiscoveryClient,
  discover,
  NoMatchError,
  resourcesOf,
} from '@kube-informer/core/discovery'
import { builtInDiscovery, customResourceDefinitions, pods } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trust } from '../../kubernetes/cluster.ts'
import { describeReal } from '../../kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../kubernetes/start.ts'
import { readSchemas } from './read-schemas.ts'
import { resourceSources } from './resource-sources.ts'

const RESOURCES = join(import.meta.dirname, '../../../packages/core/src/resources')
/** The declarations of a module, without imports and formatting. */
const declarationsIn = (source: string): readonly string[] =>
  source
    .split('/**')
    .slice(1)
    .map(text => text.replace(/[\s,|()]/g, ''))

const LONG = 'x'.repeat(64)
const REFUSED_LABEL_SELECTORS = [
  ...[
    '=x',
    ',a',
    'a,,b',
    'a,',
    'a=b=c',
    '!a=b',
    '!',
    '!!a',
    'a=(',
    'a b',
    'a (b)',
    'a in b',
    'a notin',
    'a in (',
  ],
  ...[
    'a in (=)',
    'a in (b',
    'a in (b c)',
    'a in (b,',
    'a in (b,(',
    'a>b',
    'a<1.5',
    'a>-5',
    'a=-',
    'a in (b,-,_)',
  ],
  ...['/a', 'A.b/c', 'a/', 'a/b/c', '_a', 'ä=ö', LONG, `${'y.'.repeat(127)}y/a`, `a=${LONG}`],
]
const REFUSED_FIELD_SELECTORS = [
  ...['foo', 'metadata.name in (a)', 'metadata.name!=a,foo', 'metadata.name=a=b'],
  ...['metadata.name=a\\', 'metadata.name=a\\b'],
]

const gadgetDefinition = {
  metadata: { name: 'gadgets.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', shortNames: ['gdt'] },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
} as const

function describeServer(): void {
  let cluster: Cluster
  let client: InformerClient
  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
  }, 120_000)
  afterAll(() => cluster?.stop(), 20_000)

  test('D01: serves the built-in resources of the table', async () => {
    const requests: string[] = []
    const discovery = await discover({
      request: (path, request) => {
        requests.push(path)
        return client.request(path, request)
      },
    })
    expect(discovery).toEqual(builtInDiscovery)
    expect(requests).toEqual(['/api', '/apis'])
  })

  test('D02, D04: the legacy discovery lists the same resources', async () => {
    const old: DiscoveryClient = {
      request: (path, request) =>
        client.request(path, { ...request, headers: { accept: 'application/json' } }),
    }
    const discovery = await discover(old)
    expect(discovery.error).toBeUndefined()
    expect(discovery.groups).toEqual(builtInDiscovery.groups)
  })

  test('the generated types are up to date: npm run generate -- resources', async () => {
    const discovery = await discover(client)
    const schemas = await readSchemas(discovery, path => client.request(path))
    const modules = [...resourceSources(discovery, schemas)].filter(([name]) => /-v\d/.test(name))
    expect(modules.length).toBeGreaterThan(20)
    for (const [name, source] of modules) {
      const committed = await readFile(join(RESOURCES, name), 'utf8')
      expect(declarationsIn(committed), name).toEqual(declarationsIn(source))
    }
  })

  test('a custom resource is discovered after its creation, and can be listed', async () => {
    const mapper = new DeferredRESTMapper({ client })
    await expect(mapper.mappingFor('gadget')).rejects.toThrow(NoMatchError)
    await client.create(customResourceDefinitions, gadgetDefinition)
    const gadgets = await vi.waitFor(() => mapper.mappingFor('gdt'), { timeout: 30_000, interval: 100 })
    expect(gadgets).toMatchObject({ group: 'example.org', plural: 'gadgets', namespaced: true })
    expect(await mapper.restMapping({ group: 'example.org', kind: 'Gadget' })).toEqual(gadgets)
    const { items } = await createListWatch(client, gadgets).list({}, { signal: AbortSignal.timeout(10_000) })
    expect(items).toEqual([])
    expect(resourcesOf(await discover(client))).toContainEqual(gadgets)
  }, 60_000)

  test('V41: an unknown resource is not found', async () => {
    const nothing = defineResource({ ...pods, group: 'example.com', version: 'v1', plural: 'nosuch' })
    await expect(client.list(nothing)).rejects.toMatchObject({ code: 404 })
  })

  test.each(REFUSED_LABEL_SELECTORS)(
    'V35: the label selector %j is rejected with the same message',
    async selector => {
      expect(parse(() => parseLabelSelector(selector))).toBe(
        await rejectionMessage(client, { labelSelector: selector }),
      )
    },
  )

  test.each(REFUSED_FIELD_SELECTORS)(
    'V36: the field selector %j is rejected with the same message',
    async selector => {
      expect(parse(() => parseFieldSelector(selector))).toBe(
        await rejectionMessage(client, { fieldSelector: selector }),
      )
    },
  )
}

function parse(act: () => unknown): string {
  try {
    act()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

/** The message of the 400 in the response to a list of Pods. */
async function rejectionMessage(
  client: InformerClient,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const error = await client.request('/api/v1/pods', { query }).then(
    () => undefined,
    (rejection: { code: number; status: { message: string } }) => rejection,
  )
  expect(error?.code).toBe(400)
  return error?.status.message ?? ''
}

/** The test starts its own server, since the table describes a server without additional resources. */
describeReal('a real kube-apiserver', describeServer)
