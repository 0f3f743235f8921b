import {
  createKubeClient,
  defineResource,
  getMetadata,
  type InformerClient,
  isBadRequest,
  isConflict,
  isNotFound,
  isStatus,
  isUnauthorized,
  type KubernetesObject,
  listMetadata,
  listTable,
  podLogs,
  type RequestRetry,
  retryOnConflict,
} from '@kube-informer/core'
import {
  isMethodNotSupported,
  isNotAcceptable,
  isRequestEntityTooLarge,
  isUnsupportedMediaType,
  statusCause,
} from '@kube-informer/core/tools'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>
}
interface Deployment extends KubernetesObject {
  readonly spec?: {
    readonly replicas?: number
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: { readonly containers: readonly { readonly name: string; readonly image: string }[] }
    }
  }
  readonly status?: { readonly observedGeneration?: number; readonly replicas?: number }
}
const namespaced = { version: 'v1', namespaced: true }
const configMaps = defineResource<ConfigMap>({
  ...namespaced,
  group: '',
  plural: 'configmaps',
  kind: 'ConfigMap',
})
const limitRanges = defineResource({ ...namespaced, group: '', plural: 'limitranges', kind: 'LimitRange' })
const pods = defineResource({ ...namespaced, group: '', plural: 'pods', kind: 'Pod' })
const deployments = defineResource<Deployment>({
  ...namespaced,
  group: 'apps',
  plural: 'deployments',
  kind: 'Deployment',
})
const namespaces = defineResource({
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
})

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

function describeVerbs(): void {
  let cluster: Cluster
  let client: InformerClient
  let namespace: string
  let count = 0
  const warnings: string[] = []
  const retries: RequestRetry[] = []
  const at = (name: string) => ({ namespace, name })
  const namesOf = async () =>
    (await client.list(configMaps, { namespace })).items.map(({ metadata }) => metadata?.name)
  const deployment = (): Deployment => ({
    metadata: at('d'),
    spec: {
      selector: { matchLabels: { app: 'd' } },
      template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  })

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    client = createKubeClient({
      baseUrl: cluster.url,
      getToken: () => cluster.token,
      onWarning: text => warnings.push(text),
      onRetry: retry => retries.push(retry),
    })
  }, 180_000)
  afterAll(() => cluster?.stop())
  beforeEach(async () => {
    namespace = `verbs-${++count}`
    await client.create(namespaces, { metadata: { name: namespace } })
  })

  test('M26, M29, M30: an apply creates, conflicts, takes ownership, and removes fields that are no longer applied', async () => {
    const apply = (manager: string, data: Record<string, string>, force?: boolean) =>
      client.apply(configMaps, { metadata: at('a'), data }, { fieldManager: manager, force })
    expect((await apply('one', { x: '1', y: '1' })).data).toEqual({ x: '1', y: '1' })
    const conflict = await errorOf(apply('two', { x: '2' }))
    expect(isConflict(conflict)).toBe(true)
    expect(statusCause(conflict, 'FieldManagerConflict')).toMatchObject({ field: '.data.x' })
    expect((await apply('two', { x: '2' }, true)).data).toEqual({ x: '2', y: '1' })
    expect((await apply('one', {})).data).toEqual({ x: '2' })
  })

  test('a dry run returns the result and changes nothing', async () => {
    await client.create(configMaps, { metadata: at('b') }, { dryRun: true })
    expect(isNotFound(await errorOf(client.get(configMaps, at('b'))))).toBe(true)
    await client.create(configMaps, { metadata: at('a'), data: { x: '1' } })
    const patched = await client.patch(configMaps, at('a'), { data: { x: '2' } }, { dryRun: true })
    expect(patched.data).toEqual({ x: '2' })
    await client.delete(configMaps, at('a'), { dryRun: true })
    await client.deleteCollection(configMaps, { namespace, dryRun: true })
    expect((await client.get(configMaps, at('a'), { resourceVersion: '0' })).data).toEqual({ x: '1' })
  })

  test('M50: unknown fields are rejected, reported as warnings, or ignored', async () => {
    const spec = { ...deployment().spec, foo: 1, 'b"ä': 2 } as unknown as Deployment['spec'] & object
    const unknown: Deployment = { ...deployment(), spec }
    const create = (fieldValidation: 'Strict' | 'Warn' | 'Ignore') =>
      client.create(deployments, unknown, { fieldValidation, dryRun: true })
    expect(isBadRequest(await errorOf(create('Strict')))).toBe(true)
    warnings.length = 0
    await create('Ignore')
    expect(warnings).toEqual([])
    await create('Warn')
    expect(warnings).toHaveLength(2)
    expect(warnings).toContain('unknown field "spec.foo"')
  })

  test('every kind of patch, and subresources', async () => {
    await client.create(deployments, deployment())
    const replicas = [{ op: 'replace', path: '/spec/replicas', value: 7 }]
    expect((await client.patch(deployments, at('d'), replicas, { type: 'json' })).spec?.replicas).toBe(7)
    const containers = { spec: { template: { spec: { containers: [{ name: 'e', image: 'j' }] } } } }
    const strategic = await client.patch(deployments, at('d'), containers, { type: 'strategic' })
    expect(strategic.spec?.template.spec.containers.map(({ name }) => name).sort()).toEqual(['c', 'e'])
    const scale = await client.get(deployments, at('d'), { subresource: 'scale' })
    expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 7 } })
    const replaced = { ...scale, spec: { replicas: 3 } }
    expect((await client.replace(deployments, replaced, { subresource: 'scale' })).spec?.replicas).toBe(3)
    const status = { metadata: at('d'), status: { observedGeneration: 9 } }
    await client.apply(deployments, status, { subresource: 'status' })
    expect(await client.get(deployments, at('d'))).toMatchObject({
      spec: { replicas: 3 },
      status: { observedGeneration: 9 },
    })
  })

  test('M12, T-RET-4: a conflict between writers is resolved by a retry with a new read', async () => {
    await client.create(configMaps, { metadata: at('a') })
    let calls = 0
    const written = await retryOnConflict(async () => {
      const map = await client.get(configMaps, at('a'))
      if (calls++ < 2) await client.patch(configMaps, at('a'), { data: { other: String(calls) } })
      return client.replace(configMaps, { ...map, data: { ...map.data, mine: 'yes' } })
    })
    expect([written.data, calls]).toEqual([{ other: '2', mine: 'yes' }, 3])
  })

  test('M31, M33, M34: a delete with preconditions, and both of its responses', async () => {
    const { metadata = {} } = await client.create(configMaps, { metadata: at('a') })
    for (const preconditions of [{ uid: 'another' }, { resourceVersion: '1' }])
      expect(isConflict(await errorOf(client.delete(configMaps, at('a'), { preconditions })))).toBe(true)
    const { uid = '', resourceVersion = '' } = metadata
    const deleted = await client.delete(configMaps, at('a'), { preconditions: { uid, resourceVersion } })
    expect(isStatus(deleted) && deleted.details?.uid).toBe(uid)
    await client.create(deployments, deployment())
    const going = await client.delete(deployments, at('d'), { propagationPolicy: 'Foreground' })
    expect(isStatus(going) || going.metadata?.finalizers).toEqual(['foregroundDeletion'])
  })

  test('a collection is deleted by its selector', async () => {
    for (const [index, app] of ['x', 'y', 'x'].entries())
      await client.create(configMaps, { metadata: { ...at(`m${index}`), labels: { app } } })
    const answer = await client.deleteCollection(configMaps, { namespace, labelSelector: 'app=x' })
    expect(isStatus(answer) || answer.items.map(({ metadata }) => metadata?.name)).toEqual(['m0', 'm2'])
    expect(await namesOf()).toEqual(['m1'])
    expect(isMethodNotSupported(await errorOf(client.deleteCollection(configMaps)))).toBe(true)
  })

  test('T01, T05, T14: Tables and metadata only, with and without objects', async () => {
    await client.create(configMaps, { metadata: at('a'), data: { x: '1' } })
    const table = await listTable(client, configMaps, { namespace })
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age'])
    expect(table.rows[0]?.cells.slice(0, 2)).toEqual(['a', 1])
    expect(table.rows[0]?.object.kind).toBe('PartialObjectMetadata')
    const whole = await listTable(client, configMaps, { namespace, includeObject: 'Object' })
    expect(whole.rows[0]?.object.data).toEqual({ x: '1' })
    const none = await listTable(client, configMaps, { namespace, includeObject: 'None' })
    expect(none.rows[0]?.object).toBeNull()
    expect((await listTable(client, limitRanges, { namespace })).rows).toEqual([])

    const metadata = await getMetadata(client, configMaps, at('a'))
    expect([metadata.metadata?.name, 'data' in metadata]).toEqual(['a', false])
    expect((await listMetadata(client, configMaps, { namespace })).items).toEqual([metadata])
    expect((await listMetadata(client, limitRanges, { namespace })).items).toEqual([])
  })

  test('rejections are StatusErrors with their reasons', async () => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    const headers = { accept: 'application/*' }
    expect(isNotAcceptable(await errorOf(client.request(path, { headers })))).toBe(true)
    const odd = { method: 'PATCH', body: '{}', headers: { 'content-type': 'text/plain' } }
    expect(isUnsupportedMediaType(await errorOf(client.request(`${path}/a`, odd)))).toBe(true)
    const big = { metadata: at('big'), data: { x: 'x'.repeat(3 * 1024 * 1024) } }
    expect(isRequestEntityTooLarge(await errorOf(client.create(configMaps, big)))).toBe(true)
    expect(isNotFound(await errorOf(podLogs(client, at('p'))))).toBe(true)
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: at('p') }
    expect(isNotFound(await errorOf(client.create(pods, eviction, { subresource: 'eviction' })))).toBe(true)
    const text = await errorOf(client.request('/nosuch'))
    expect(text).toMatchObject({ reason: 'NotFound', status: { message: '404 page not found' } })
    const stranger = createKubeClient({ baseUrl: cluster.url, getToken: () => 'not-this-one' })
    expect(isUnauthorized(await errorOf(stranger.list(configMaps)))).toBe(true)
  })

  test('S-57: a request for a future resourceVersion is retried for as long as the server requests it', async () => {
    retries.length = 0
    await client.create(configMaps, { metadata: at('a') })
    const controller = new AbortController()
    const future = { resourceVersion: '999999999', signal: controller.signal }
    const reading = errorOf(client.get(configMaps, at('a'), future))
    await expect.poll(() => retries.length, { timeout: 10_000 }).toBe(1)
    controller.abort()
    expect(await reading).toMatchObject({ name: 'AbortError' })
    expect(retries[0]).toMatchObject({
      attempt: 1,
      delayMs: 1000,
      error: { code: 504, retryAfterSeconds: 1 },
    })
  }, 15_000)
}

describeReal('the verbs on a real kube-apiserver', describeVerbs)
