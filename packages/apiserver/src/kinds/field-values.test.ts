import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { getJson } from '../test/fixtures.ts'

interface Named {
  readonly items: readonly { readonly metadata: { readonly name: string } }[]
}

const server = createFakeApiserver({
  objects: [
    object('v1', 'Pod', 'hosted', { spec: { hostNetwork: true, nodeName: 'n' } }),
    object('v1', 'Pod', 'plain', { spec: {} }),
    object('v1', 'Node', 'closed', { spec: { unschedulable: true } }),
    object('v1', 'Node', 'open', {}),
    object('batch/v1', 'Job', 'done', { status: { succeeded: 1 } }),
    object('batch/v1', 'Job', 'new', {}),
    object('v1', 'Event', 'old', { source: { component: 'kubelet' } }),
    object('v1', 'Event', 'modern', { reportingComponent: 'kubelet', source: {} }),
    object('resource.k8s.io/v1', 'ResourceSlice', 'slice', { spec: { driver: 'gpu', pool: { name: 'p' } } }),
  ],
})

function object(apiVersion: string, kind: string, name: string, more: object) {
  const namespace = kind === 'Node' || kind === 'ResourceSlice' ? {} : { namespace: 'default' }
  return { apiVersion, kind, metadata: { name, ...namespace }, ...more }
}

test.each([
  ['/api/v1/pods', 'spec.hostNetwork=false', ['plain']],
  ['/api/v1/pods', 'spec.host=n', ['hosted']],
  ['/api/v1/nodes', 'spec.unschedulable=false', ['open']],
  ['/api/v1/nodes', 'spec.unschedulable=true', ['closed']],
  ['/apis/batch/v1/jobs', 'status.successful=0', ['new']],
  ['/apis/batch/v1/jobs', 'status.successful=1', ['done']],
  ['/api/v1/events', 'source=kubelet', ['modern', 'old']],
  ['/apis/resource.k8s.io/v1/resourceslices', 'spec.pool.name=p', ['slice']],
])('%s with %s', async (path, selector, names) => {
  const { items } = await getJson<Named>(server, `${path}?fieldSelector=${encodeURIComponent(selector)}`)
  expect(items.map(({ metadata }) => metadata.name)).toEqual(names)
})

test.each([
  ['/api/v1/pods', 'field label not supported: spec.foo'],
  [
    '/api/v1/configmaps',
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  [
    '/apis/apps/v1/replicasets',
    '"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  ['/apis/batch/v1/jobs', 'field label "spec.foo" not supported for Job'],
  [
    '/apis/resource.k8s.io/v1/resourceslices',
    'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.foo',
  ],
])('%s rejects spec.foo with its own message', async (path, message) => {
  expect(await getJson(server, `${path}?fieldSelector=spec.foo%3D1`)).toMatchObject({ code: 400, message })
})
