// Writes on a real apiserver, as the tabs of one identity show them.
import { deployments } from '@kube-informer/core/resources'
import { expect } from '@playwright/test'
import type { CountedRequest } from '../journeys/counting-proxy.ts'
import { ServiceAccount } from './service-account.ts'
import { test, type Workloads } from './workload-fixtures.ts'
import { deploymentOf } from './workload-objects.ts'
import type { WorkloadTab } from './workload-tab.ts'

const HOSTS = ['shared', 'leader'] as const

const isPatch = ({ method }: CountedRequest): boolean => method === 'PATCH'
const isPut = ({ method }: CountedRequest): boolean => method === 'PUT'
const isWatch = ({ path }: CountedRequest): boolean => path.includes('watch=true')

/** Creates the Deployment, shows it in the tabs, and waits until they have it. */
async function deploy(
  { admin, at, rowsOf }: Workloads,
  tabs: readonly WorkloadTab[],
  replicas = 1,
): Promise<void> {
  await admin.create(deployments, deploymentOf(at('web'), replicas))
  for (const tab of tabs) await tab.show(rowsOf('deployments'))
  await allShow(tabs, [replicas])
}

/** Waits until every tab has shown exactly these replicas, in this order. */
async function allShow(tabs: readonly WorkloadTab[], replicas: readonly number[]): Promise<void> {
  for (const tab of tabs) await expect.poll(() => tab.replicas()).toEqual(replicas)
}

/** Waits until every tab shows the server's Deployment, without a write over it. */
async function showServer({ admin, at }: Workloads, tabs: readonly WorkloadTab[]): Promise<void> {
  const { metadata } = await admin.get(deployments, at('web'))
  const { uid, resourceVersion } = metadata ?? {}
  for (const tab of tabs)
    await expect
      .poll(async () => (await tab.states()).at(-1))
      .toMatchObject([{ metadata: { uid, resourceVersion } }])
}

for (const host of HOSTS)
  test(`a scale shows at once in all tabs, and stays until the watch has it: ${host}`, async ({
    workloads,
  }) => {
    const { admin, at, proxy, open } = workloads
    const other = await open({ host })
    const acting = await open({ host })
    const tabs = [other, acting]
    const onServer = async () => (await admin.get(deployments, at('web'))).spec.replicas
    await deploy(workloads, tabs)

    // The server is slow, and the watch is slower.
    const releaseWatches = proxy.held.hold('response', isWatch)
    const releaseWrite = proxy.held.hold('request', isPatch)
    await acting.scale(3)
    await allShow(tabs, [1, 3])
    expect(await onServer()).toBe(1)
    await acting.isPending('accepted')
    releaseWrite()
    expect(await acting.outcome('accepted')).toMatchObject({
      object: { kind: 'Scale', spec: { replicas: 3 } },
    })
    await acting.isPending('settled')
    releaseWatches()
    const { metadata } = await admin.get(deployments, at('web'))
    const { resourceVersion } = metadata ?? {}
    expect(await acting.outcome('settled')).toMatchObject({
      object: { metadata: { resourceVersion }, spec: { replicas: 3 } },
    })
    await showServer(workloads, tabs)

    // The watch is faster than the response.
    const releaseResponse = proxy.held.hold('response', isPatch)
    await acting.scale(5)
    await expect.poll(onServer).toBe(5)
    await acting.hasCached(await admin.get(deployments, at('web')))
    await acting.isPending('accepted')
    releaseResponse()
    expect(await acting.outcome('settled')).toMatchObject({ object: { spec: { replicas: 5 } } })
    await showServer(workloads, tabs)
    await allShow(tabs, [1, 3, 5])
  })

for (const host of HOSTS)
  test(`a rejected write leaves the rows of all tabs: ${host}`, async ({ workloads }) => {
    const { admin, namespace, proxy, clientWith, open } = workloads
    const user = await ServiceAccount.create(admin, `of-${namespace}`)
    const { token } = user
    const verbs = ['get', 'list', 'watch']
    await user.grant({ apiGroups: ['apps'], resources: ['deployments'], verbs }, namespace)
    const account = clientWith(token)
    await expect(() => account.list(deployments, { namespace })).toPass()
    const writer = await open({ host })
    const reader = await open({ host, token })
    const tabs = [writer, reader]
    await deploy(workloads, tabs)

    const releaseInvalid = proxy.held.hold('request', isPatch)
    await writer.scale(-1)
    await allShow(tabs, [1, -1])
    releaseInvalid()
    const invalid = { error: { name: 'StatusError', code: 422, reason: 'Invalid' } }
    expect(await writer.outcome('accepted')).toMatchObject(invalid)
    expect(await writer.outcome('settled')).toMatchObject(invalid)
    await allShow(tabs, [1, -1, 1])

    const releaseForbidden = proxy.held.hold('request', isPatch)
    await reader.scale(7)
    await allShow(tabs, [1, -1, 1, 7])
    releaseForbidden()
    const message = expect.stringContaining(`system:serviceaccount:default:${user.name}`)
    const forbidden = { error: { name: 'StatusError', code: 403, reason: 'Forbidden', message } }
    expect(await reader.outcome('accepted')).toMatchObject(forbidden)
    expect(await reader.outcome('settled')).toMatchObject(forbidden)
    await allShow(tabs, [1, -1, 1, 7, 1])
    await showServer(workloads, tabs)
  })

test('a change runs again after a Conflict, and both changes are kept', async ({ workloads }) => {
  const { admin, at, proxy, open } = workloads
  const other = await open({ host: 'shared' })
  const acting = await open({ host: 'shared' })
  const tabs = [other, acting]
  await deploy(workloads, tabs)

  const releaseWrite = proxy.held.hold('request', isPut)
  await acting.increment()
  await allShow(tabs, [1, 2])
  const patch = { metadata: { labels: { team: 'a' } }, spec: { replicas: 5 } }
  await acting.hasCached(await admin.patch(deployments, at('web'), patch))
  releaseWrite()
  const both = { metadata: { labels: { team: 'a' } }, spec: { replicas: 6 } }
  expect(await acting.outcome('settled')).toMatchObject({ object: both })
  expect(await acting.incremented()).toEqual([1, 5])
  expect(proxy.requests.filter(isPut).map(({ status }) => status)).toEqual([409, 200])
  expect(await admin.get(deployments, at('web'))).toMatchObject(both)
  await showServer(workloads, tabs)
  // The other client's replicas can show until the change has run again. The old ones never show again.
  for (const tab of tabs) expect((await tab.replicas()).filter(each => each !== 5)).toEqual([1, 2, 6])
})

test('a page waits for a condition, then for the deletion', async ({ workloads }) => {
  const { admin, at, open } = workloads
  await admin.create(deployments, deploymentOf(at('web'), 1))
  const tab = await open()
  const report = (status: 'True' | 'False', observedGeneration: number) => {
    const patch = { status: { observedGeneration, conditions: [{ type: 'Available', status }] } }
    return admin.patch(deployments, at('web'), patch, { subresource: 'status' })
  }
  const generation = (observedGeneration: number) => ({
    object: { status: { observedGeneration, conditions: [{ status: 'True' }] } },
  })
  await tab.wait({ condition: 'Available' })
  await tab.hasCached(await report('False', 1))
  await tab.isPending('waited')
  await report('True', 1)
  expect(await tab.outcome('waited')).toMatchObject(generation(1))

  // The condition is that of an older generation until a controller has seen the newest one.
  const scaled = await admin.patch(deployments, at('web'), { spec: { replicas: 2 } })
  expect(scaled.metadata?.generation).toBe(2)
  await tab.hasCached(scaled)
  await tab.wait({ condition: 'Available' })
  await tab.hasCached(await report('True', 1))
  await tab.isPending('waited')
  await report('True', 2)
  expect(await tab.outcome('waited')).toMatchObject(generation(2))

  await tab.wait({ deleted: true })
  await tab.hasCached(await admin.get(deployments, at('web')))
  await tab.isPending('waited')
  await admin.delete(deployments, at('web'))
  expect(await tab.outcome('waited')).toEqual({})
})
