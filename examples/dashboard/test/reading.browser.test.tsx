import { generatePods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { CustomResources } from '../src/custom-resources.tsx'
import { DeploymentPage, PodPage } from '../src/deployment-page.tsx'
import { Inspection } from '../src/inspection.tsx'
import { PodTable } from '../src/pod-table.tsx'
import { PodsOfNamespace } from '../src/pods-of-namespace.tsx'
import { SuspendedPods } from '../src/suspended-pods.tsx'
import { FORBIDDEN, pod, render } from './render.tsx'

/** Types into a field, as a user does. */
function type(field: HTMLInputElement | null, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(field, text)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a table of 10,000 Pods has the rows on screen, and counts', async () => {
  const objects = [
    ...generatePods({ count: 10_000, seed: 1 }),
    pod('shop', 'needle-2'),
    pod('shop', 'needle-10'),
  ]
  const { shows, container, press, advance } = await render(<PodTable />, { objects })
  await shows('1 to 50 of 10002 Pods')
  expect(container.querySelectorAll('tbody tr')).toHaveLength(50)
  await press('Next')
  await shows('51 to 100 of 10002 Pods')
  type(container.querySelector('input'), 'needle')
  await advance()
  await shows(/shop 2.*1 to 2 of 2 Pods.*needle-2.*needle-10/)
})

test('a table that cannot be read says why', async () => {
  const { shows, alert } = await render(<PodTable />, { faults: FORBIDDEN })
  await shows(/forbidden/i)
  expect(alert()).toMatch(/forbidden/i)
})

const owner = (kind: string, name: string, uid: string) => [
  { apiVersion: 'apps/v1', kind, name, uid, controller: true },
]
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'shop', name: 'web', uid: 'd' },
  spec: { replicas: 1 },
}
const replicaSet = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { namespace: 'shop', name: 'web-1', uid: 'r', ownerReferences: owner('Deployment', 'web', 'd') },
}
const ownedPod = {
  ...pod('shop', 'web-1-a'),
  metadata: { namespace: 'shop', name: 'web-1-a', ownerReferences: owner('ReplicaSet', 'web-1', 'r') },
}
const event = {
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { namespace: 'shop', name: 'web.1' },
  involvedObject: { kind: 'Deployment', namespace: 'shop', name: 'web', uid: 'd' },
  reason: 'Scaled',
  message: 'to 1',
}

test('a Deployment has its children and Events, and a Pod its owner', async () => {
  const objects = [deployment, replicaSet, ownedPod, event]
  const page = await render(<DeploymentPage namespace="shop" name="web" />, { objects })
  await page.shows(/^web.*web-1, with 1 Pods.*Scaled: to 1/)
  const other = await render(<PodPage namespace="shop" name="web-1-a" />, { objects })
  await other.shows('web-1-aReplicaSet web-1')
})

test('an object that does not exist, and one that cannot be read, differ', async () => {
  const missing = await render(<PodPage namespace="shop" name="none" />)
  await missing.shows('There is no Pod none.')
  expect(missing.alert()).toBeUndefined()
  const denied = await render(<PodPage namespace="shop" name="none" />, { faults: FORBIDDEN })
  await denied.shows(/forbidden/i)
  expect(denied.alert()).toMatch(/forbidden/i)
})

test('a tree names what cannot be read', async () => {
  const page = await render(<DeploymentPage namespace="shop" name="web" />, {
    objects: [deployment],
    faults: FORBIDDEN,
  })
  await page.shows(/pods: .*forbidden/i)
})

test('Suspense shows the fallback, the rows, and the error with a way back', async () => {
  const view = await render(<SuspendedPods namespace="shop" />, {
    objects: [pod('shop', 'web')],
    faults: FORBIDDEN,
  })
  expect(view.container.textContent).toBe('Loading…')
  await view.shows(/forbidden/i)
  view.server.faults.clear()
  await view.press('Try again')
  await view.shows('1 Pods')
})

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { schedule: { type: 'string' } } } },
          },
        },
        additionalPrinterColumns: [{ name: 'Schedule', type: 'string', jsonPath: '.spec.schedule' }],
      },
    ],
  },
}

test('a kind that is found at run time has its printer columns', async () => {
  const { shows, server } = await render(<CustomResources kind="CronTab" />)
  await shows('the server has no kind CronTab')
  server.create(definition)
  server.create({
    apiVersion: 'example.com/v1',
    kind: 'CronTab',
    metadata: { namespace: 'shop', name: 'nightly' },
    spec: { schedule: '0 2 * * *' },
  })
  await shows(/nightly0 2 \* \* \*/)
})

test('the inspection shows the host, and what the informer has done', async () => {
  const pods = (
    <>
      <PodsOfNamespace namespace="shop" />
      <Inspection />
    </>
  )
  const { shows } = await render(pods, { objects: [pod('shop', 'web')] })
  await shows(/Hostinline.*ready/)
})
