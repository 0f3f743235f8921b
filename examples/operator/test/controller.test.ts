import { isControlledBy, isStatusConditionTrue } from '@kube-informer/controller'
import { deployments, eventsEventsV1 } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { type Widget, widgets } from '../src/generated/example.com/v2/widgets.ts'
import { startController } from './fake-cluster.ts'

const AT = { namespace: 'default', name: 'hello' }
const HELLO: Widget = { metadata: AT, spec: { replicas: 2, page: { color: 'blue', message: 'hi' } } }

test('a Widget gets a Deployment that it controls', async () => {
  const { clock, client } = await startController()
  const widget = await client.create(widgets, HELLO)
  await clock.advance(1000)
  const deployment = await client.get(deployments, AT)
  expect(isControlledBy(deployment, widget)).toBe(true)
  expect(deployment.spec).toMatchObject({
    replicas: 2,
    template: { spec: { containers: [{ args: ['-listen=:5678', '-text=hi'] }] } },
  })
})

test('a Deployment that is changed or deleted is repaired', async () => {
  const { clock, client } = await startController()
  await client.create(widgets, HELLO)
  await clock.advance(1000)
  await client.patch(deployments, AT, { spec: { replicas: 7 } })
  await clock.advance(1000)
  expect((await client.get(deployments, AT)).spec.replicas).toBe(2)
  await client.delete(deployments, AT)
  await clock.advance(1000)
  expect((await client.get(deployments, AT)).spec.replicas).toBe(2)
})

test('the status tells how many Pods are ready, and an event when all are', async () => {
  const { clock, client } = await startController()
  await client.create(widgets, HELLO)
  await clock.advance(1000)
  const before = await client.get(widgets, AT)
  expect(before.status).toMatchObject({ replicas: 0, readyReplicas: 0, observedGeneration: 1 })
  expect(isStatusConditionTrue(before, 'Ready')).toBe(false)

  await client.patch(
    deployments,
    AT,
    { status: { replicas: 2, readyReplicas: 2 } },
    { subresource: 'status' },
  )
  await clock.advance(1000)
  const after = await client.get(widgets, AT)
  expect(after.status).toMatchObject({ replicas: 2, readyReplicas: 2 })
  expect(isStatusConditionTrue(after, 'Ready')).toBe(true)
  const { items } = await client.list(eventsEventsV1, { namespace: 'default' })
  expect(items.map(({ note }) => note)).toContain('2 of 2 Pods are ready')
})

test('a Widget that does not change causes no writes', async () => {
  const { clock, server, client } = await startController()
  await client.create(widgets, HELLO)
  await clock.advance(5000)
  const before = server.rv
  await clock.advance(3_600_000)
  expect(server.rv).toBe(before)
})
