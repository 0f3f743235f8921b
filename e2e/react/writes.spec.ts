// Writes over a slow server, as hooks show them.
import { createKubeClient } from '@kube-informer/core'
import { deployments } from '@kube-informer/core/resources'
import type { CountedRequest } from '../journeys/counting-proxy.ts'
import { deploymentOf } from './deployment.ts'
import { expect, test } from './fixtures.ts'

const isDelete = ({ method }: CountedRequest): boolean => method === 'DELETE'
const isPatch = ({ method }: CountedRequest): boolean => method === 'PATCH'
const isWatch = ({ path }: CountedRequest): boolean => path.includes('watch=true')

const API = 'api 1 web:1'
const WEB = 'web 1 web:1'

test('an optimistic delete: the row leaves at once, and the page shows when the server and the watch have it', async ({
  page,
  cluster: { server, proxy },
  open,
  shownStates,
}) => {
  for (const name of ['api', 'web']) server.create(deploymentOf(`default/${name}`, { replicas: 1 }))
  await open('writes')
  const rows = page.getByRole('listitem')
  const status = page.getByRole('status')
  await expect(rows).toHaveCount(2)
  await shownStates()

  // The server is slow, and the watch is slower.
  const releaseWatch = proxy.held.hold('response', isWatch)
  const releaseDelete = proxy.held.hold('request', isDelete)
  await page.getByRole('button', { name: 'Delete web' }).click()
  await expect(rows).toHaveCount(1)
  await expect(status).toHaveText('deleting web')
  expect(server.get(deployments, 'default/web')).toBeDefined()
  releaseDelete()
  await expect(status).toHaveText('deleted web, not seen yet')
  expect(server.get(deployments, 'default/web')).toBeUndefined()
  releaseWatch()
  await expect(status).toHaveCount(0)
  const states = await shownStates()
  expect(states.at(-1)).toBe(API)
  expect(states.slice(-3)).toEqual([`${API}, deleting web`, `${API}, deleted web, not seen yet`, API])
  // The row does not come back.
  const isShown = states.map(state => state.includes(WEB))
  expect(isShown).toEqual(isShown.toSorted().toReversed())
})

for (const [code, message] of [
  [403, 'a role that allows it'],
  [422, 'the server answered 422'],
] as const)
  test(`an optimistic delete that the server rejects with ${code}: the row comes back, with the error`, async ({
    page,
    cluster: { server, proxy },
    open,
    shownStates,
  }) => {
    for (const name of ['api', 'web']) server.create(deploymentOf(`default/${name}`, { replicas: 1 }))
    server.faults.add({ match: { method: 'DELETE' }, action: { type: 'status', code } })
    await open('writes')
    const rows = page.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await shownStates()

    const releaseDelete = proxy.held.hold('request', isDelete)
    await page.getByRole('button', { name: 'Delete web' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('status')).toHaveText('deleting web')
    releaseDelete()
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByRole('status')).toHaveCount(0)
    expect((await shownStates()).at(-1)).toContain(`${API}, ${WEB}, `)
  })

test('an apply that conflicts: each field is shown with its owner, and force takes the fields over', async ({
  page,
  cluster: { server, proxy },
  open,
}) => {
  const client = createKubeClient({ baseUrl: 'http://cluster', fetch: server.fetch })
  const { spec: _spec, ...web } = deploymentOf('default/web', { replicas: 1 })
  await client.apply(deployments, deploymentOf('default/web', { replicas: 1 }), { fieldManager: 'kubectl' })
  const scaled = { ...web, spec: { replicas: 2 } }
  await client.apply(deployments, scaled, { fieldManager: 'autoscaler', force: true })
  await open('writes')
  const row = page.getByRole('listitem')
  const conflicts = page.getByRole('note')
  await expect(row).toContainText('web 2 web:1')

  const releaseApply = proxy.held.hold('request', isPatch)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(row).toContainText('web 5 web:2')
  releaseApply()
  await expect(conflicts).toHaveText([
    '.spec.replicas belongs to autoscaler',
    '.spec.template.spec.containers[name="main"].image belongs to kubectl',
  ])
  await expect(row).toContainText('web 2 web:1')
  expect(server.get(deployments, 'default/web')).toMatchObject(scaled)

  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(row).toContainText('web 5 web:2')
  await expect(conflicts).toHaveCount(0)
  await expect.poll(() => server.get(deployments, 'default/web')?.spec?.replicas).toBe(5)
  const { metadata } = server.get(deployments, 'default/web') ?? {}
  const owners = (metadata?.managedFields ?? []) as readonly { manager: string; fieldsV1: object }[]
  const ownersOfReplicas = owners.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('"f:replicas"'))
  expect(ownersOfReplicas.map(({ manager }) => manager)).toEqual(['dashboard'])
})
