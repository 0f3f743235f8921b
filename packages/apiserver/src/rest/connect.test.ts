import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { pod } from '../test/fixtures.ts'

const containers = [{ name: 'main', image: 'nginx' }]
const server = createFakeApiserver({
  objects: [
    pod('waiting', { spec: { containers } }),
    pod('placed', { spec: { containers, nodeName: 'node-1' } }),
    { kind: 'Node', apiVersion: 'v1', metadata: { name: 'node-1' } },
    { kind: 'Service', apiVersion: 'v1', metadata: { name: 'web', namespace: 'default' } },
  ],
})

async function get(path: string): Promise<[number, string]> {
  const response = await server.fetch(`/api/v1/${path}`)
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
  return [response.status, isJson ? (await response.json()).message : await response.text()]
}
const ofPod = (path: string) => get(`namespaces/default/pods/${path}`)

test('a log: not available without a node, otherwise empty', async () => {
  expect(await ofPod('waiting/log')).toEqual([204, ''])
  expect(await ofPod('placed/log')).toEqual([200, ''])
  expect(await ofPod('placed/log?container=main')).toEqual([200, ''])
  expect(await ofPod('placed/log?container=nosuch')).toEqual([
    400,
    'container nosuch is not valid for pod placed',
  ])
  expect(await ofPod('nosuch/log')).toEqual([404, 'pods "nosuch" not found'])
})

test('connections to containers are not available', async () => {
  for (const subresource of ['exec?command=ls', 'attach', 'portforward']) {
    expect(await ofPod(`waiting/${subresource}`)).toEqual([400, 'pod waiting does not have a host assigned'])
    expect(await ofPod(`placed/${subresource}`)).toEqual([
      500,
      'error dialing backend: a fake apiserver has no kubelets',
    ])
  }
  expect(await ofPod('placed/proxy')).toEqual([400, 'address not allowed'])
  expect(await get('nodes/node-1/proxy')).toEqual([503, 'node node-1 has no kubelet'])
  expect(await get('nodes/nosuch/proxy')).toEqual([404, 'nodes "nosuch" not found'])
  expect(await get('namespaces/default/services/web/proxy')).toEqual([
    503,
    'no endpoints available for service "web"',
  ])
})
