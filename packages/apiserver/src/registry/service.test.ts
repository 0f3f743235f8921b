import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

const PATH = '/api/v1/namespaces/default/services'
const MERGE = 'application/merge-patch+json'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
})

const post = async (name: string, spec: object) =>
  (await ask(server, 'POST', PATH, { metadata: { name }, spec })).body
const patch = async (name: string, spec: object) =>
  (await ask(server, 'PATCH', `${PATH}/${name}`, { spec }, MERGE)).body
const specOf = (body: Readonly<Record<string, unknown>>) => body.spec as Record<string, unknown>

test('addresses and node ports are allocated from pools', async () => {
  expect(await post('a', { ports: [{ port: 80 }] })).toMatchObject({
    spec: {
      type: 'ClusterIP',
      clusterIP: '10.0.0.2',
      clusterIPs: ['10.0.0.2'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    },
    status: { loadBalancer: {} },
  })
  const nodePorts = {
    type: 'NodePort',
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 81 },
    ],
  }
  expect(specOf(await post('b', nodePorts))).toMatchObject({
    clusterIP: '10.0.0.3',
    ports: [{ nodePort: 30000 }, { nodePort: 30001 }],
  })
  expect(specOf(await post('c', { clusterIP: 'None', selector: { a: 'b' } }))).toMatchObject({
    clusterIPs: ['None'],
  })
  expect(specOf(await post('d', { type: 'ExternalName', externalName: 'a.b' }))).not.toHaveProperty(
    'clusterIP',
  )
})

test('allocated values stay, and are released with a type change', async () => {
  await post('a', { ports: [{ port: 80 }] })
  expect(specOf(await patch('a', { type: 'NodePort' }))).toMatchObject({ ports: [{ nodePort: 30000 }] })
  const replaced = await ask(server, 'PUT', `${PATH}/a`, {
    metadata: { name: 'a' },
    spec: { type: 'NodePort', ports: [{ port: 80 }] },
  })
  expect(specOf(replaced.body)).toMatchObject({ clusterIP: '10.0.0.2', ports: [{ nodePort: 30000 }] })
  const plain = specOf(await patch('a', { type: 'ClusterIP' }))
  expect(plain.ports).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80 }])
  expect(plain).not.toHaveProperty('externalTrafficPolicy')
  const external = specOf(await patch('a', { type: 'ExternalName', externalName: 'a.b' }))
  expect(external).not.toHaveProperty('clusterIP')
})

test.each([
  [{}, 'spec.ports: Required value'],
  [
    { type: 'Foo', ports: [{ port: 80 }] },
    'spec.type: Unsupported value: "Foo": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
  ],
  [
    { ports: [{ port: 0 }] },
    '[spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive, spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive]',
  ],
  [
    { ports: [{ port: 80 }, { port: 81 }] },
    '[spec.ports[0].name: Required value, spec.ports[1].name: Required value]',
  ],
  [
    { clusterIP: 'bad', ports: [{ port: 80 }] },
    'spec.clusterIPs[0]: Invalid value: "bad": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ],
  [
    { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
    'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
  ],
])('invalid Services: %j', async (spec, text) => {
  expect((await post('a', spec)).message).toBe(`Service "a" is invalid: ${text}`)
})

test('a taken address, and an immutable one', async () => {
  await post('a', { ports: [{ port: 80 }] })
  expect((await post('b', { clusterIP: '10.0.0.2', ports: [{ port: 80 }] })).message).toBe(
    'Service "b" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.2"]: failed to allocate IP 10.0.0.2: provided IP is already allocated',
  )
  expect((await patch('a', { clusterIP: '10.0.0.9' })).message).toBe(
    'Service "a" is invalid: spec.clusterIPs[0]: Invalid value: ["10.0.0.9"]: may not change once set',
  )
})
