import { services } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import { type AnyObject, fieldsOf, itemsOf } from '../object/any-object.ts'
import { Storage } from '../storage/storage.ts'
import { rejectionOf } from '../test/rejection.ts'
import { serviceStrategy } from './service.ts'
import type { WriteContext } from './strategy.ts'

const kind = createKinds().of(services)
const PORTS = [
  { name: 'a', port: 80, protocol: 'TCP' },
  { name: 'b', port: 80, protocol: 'UDP' },
]
const ADDRESSES = {
  clusterIP: '10.0.0.7',
  clusterIPs: ['10.0.0.7'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
}

/** A write with Services that exist. */
function contextWith(specs: readonly object[] = [], more: Partial<WriteContext> = {}): WriteContext {
  const storage = new Storage(10)
  for (const [index, spec] of specs.entries())
    storage.collection(services).put(`s${index}`, () => ({ spec }) as AnyObject)
  return { kind, storage, subresource: '', now: 0, warn: () => {}, ...more } as WriteContext
}
const serviceOf = (spec: object, name = 'a'): AnyObject => ({ metadata: { name }, spec })
const created = (spec: object, context = contextWith(), name = 'a') =>
  serviceStrategy.prepareForCreate?.(serviceOf(spec, name), context)
const updated = (spec: object, stored: object, context = contextWith()) =>
  serviceStrategy.prepareForUpdate?.(serviceOf(spec), serviceOf(stored), context)?.spec

describe('a new Service', () => {
  test.each<[object, object]>([
    [
      { type: 'ClusterIP' },
      { type: 'ClusterIP', ...ADDRESSES, clusterIP: '10.0.0.2', clusterIPs: ['10.0.0.2'] },
    ],
    [
      {
        clusterIPs: ['10.0.0.9', 'fd00::9'],
        ipFamilies: ['IPv4', 'IPv6'],
        ipFamilyPolicy: 'PreferDualStack',
      },
      {
        ...{ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'fd00::9'] },
        ...{ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' },
      },
    ],
    [
      { clusterIP: 'None' },
      {
        ...{ clusterIP: 'None', clusterIPs: ['None'] },
        ...{ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
      },
    ],
    [
      { clusterIP: 'None', selector: { a: 'b' } },
      { ...ADDRESSES, clusterIP: 'None', clusterIPs: ['None'], selector: { a: 'b' } },
    ],
    [
      { type: 'ExternalName', externalName: 'a.b' },
      { type: 'ExternalName', externalName: 'a.b' },
    ],
  ])('%j becomes %j', (spec, expected) => {
    expect(created(spec)).toMatchObject({ status: { loadBalancer: {} } })
    expect(created(spec)?.spec).toEqual(expected)
  })

  const portsOf = (spec: object, context = contextWith()) => {
    const { ports } = fieldsOf(created({ ...ADDRESSES, ...spec }, context)?.spec)
    return itemsOf(ports).map(port => fieldsOf(port).nodePort)
  }

  test.each<[object, (number | undefined)[]]>([
    [{ type: 'ClusterIP' }, [undefined, undefined]],
    [{ type: 'NodePort' }, [30_000, 30_001]],
    [{ type: 'LoadBalancer' }, [30_000, 30_001]],
    [{ type: 'LoadBalancer', allocateLoadBalancerNodePorts: true }, [30_000, 30_001]],
    [{ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }, [undefined, undefined]],
  ])('of %j has the node ports %j', (spec, expected) => {
    expect(portsOf({ ...spec, ports: PORTS })).toEqual(expected)
  })

  test('keeps the node ports that it asks for', () => {
    const context = contextWith([{ ports: [{ nodePort: 30_000 }] }])
    const [a, b] = PORTS
    expect(portsOf({ type: 'NodePort', ports: [{ ...a, nodePort: 31_000 }, b] }, context)).toEqual([
      31_000, 30_001,
    ])
  })

  test.each<[object, number | undefined]>([
    [{ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }, 30_001],
    [{ type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 32_000 }, 32_000],
    [{ type: 'LoadBalancer', externalTrafficPolicy: 'Cluster' }, undefined],
    [{ type: 'NodePort', externalTrafficPolicy: 'Local' }, undefined],
  ])('of %j has the health check port %s', (spec, expected) => {
    expect(created({ ...ADDRESSES, ports: [], ...spec })?.spec).toMatchObject(
      expected === undefined ? {} : { healthCheckNodePort: expected },
    )
    expect(Object.hasOwn(created({ ...ADDRESSES, ...spec })?.spec ?? {}, 'healthCheckNodePort')).toBe(
      expected !== undefined,
    )
  })

  test('through the status subresource gets no address', () => {
    const spec = { type: 'ClusterIP' }
    expect(created(spec, contextWith([], { subresource: 'status' }))).toEqual({
      ...serviceOf(spec),
      status: { loadBalancer: {} },
    })
  })

  test('without a name gets no address, except in a dry run', () => {
    const message = (spec: object) => rejectionOf(() => created(spec, contextWith(), '')).message
    expect(message({ type: 'ClusterIP' })).toContain(
      'failed to allocate IP: IPAddress.networking.k8s.io "10.0.0.2" is invalid: spec.parentRef.name: Required value',
    )
    expect(created({ type: 'ClusterIP' }, contextWith([], { dryRun: true }), '')?.spec).toMatchObject({
      clusterIP: '10.0.0.2',
    })
    expect(created({ type: 'ExternalName' }, contextWith(), '')?.spec).toEqual({ type: 'ExternalName' })
    expect(created(ADDRESSES, contextWith(), '')?.spec).toEqual(ADDRESSES)
  })

  test('is rejected if its address is taken, or all are', () => {
    const taken = rejectionOf(() => created(ADDRESSES, contextWith([ADDRESSES])))
    expect([taken.code, taken.message]).toEqual([
      422,
      'Service "a" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.7"]: failed to allocate IP 10.0.0.7: provided IP is already allocated',
    ])
    const all = Array.from({ length: 253 }, (_, index) => ({ clusterIP: `10.0.0.${index + 2}` }))
    const full = rejectionOf(() => created({ type: 'ClusterIP' }, contextWith(all)))
    expect([full.code, full.message]).toEqual([
      500,
      'Internal error occurred: failed to allocate a serviceIP for Service "a": range is full',
    ])
  })
})

describe('an update', () => {
  const NODE_PORTS = PORTS.map((port, index) => ({ ...port, nodePort: 31_000 + index }))
  const NODE = { type: 'NodePort', ...ADDRESSES, ports: NODE_PORTS, externalTrafficPolicy: 'Cluster' }

  test.each<[string, object, object, object]>([
    ['keeps addresses', { type: 'ClusterIP' }, ADDRESSES, { type: 'ClusterIP', ...ADDRESSES }],
    [
      'keeps node ports of the same port and protocol',
      { type: 'NodePort', ports: [PORTS[1], { ...PORTS[0], port: 81 }] },
      NODE,
      {
        ...{ type: 'NodePort', ...ADDRESSES },
        ports: [
          { ...PORTS[1], nodePort: 31_001 },
          { ...PORTS[0], port: 81, nodePort: 30_000 },
        ],
      },
    ],
    [
      'changes a node port',
      { type: 'NodePort', ports: [{ ...PORTS[0], nodePort: 31_005 }] },
      NODE,
      { type: 'NodePort', ...ADDRESSES, ports: [{ ...PORTS[0], nodePort: 31_005 }] },
    ],
    [
      'to a ClusterIP drops node ports and the policy of external traffic',
      { ...NODE, type: 'ClusterIP' },
      NODE,
      { type: 'ClusterIP', ...ADDRESSES, ports: PORTS },
    ],
    [
      'to a ClusterIP keeps what it changes itself',
      {
        ...{ ...NODE, type: 'ClusterIP', externalTrafficPolicy: 'Local' },
        ports: [{ ...PORTS[0], nodePort: 31_005 }],
      },
      NODE,
      {
        ...{ type: 'ClusterIP', ...ADDRESSES, externalTrafficPolicy: 'Local' },
        ports: [{ ...PORTS[0], nodePort: 31_005 }],
      },
    ],
    [
      'with external addresses keeps the policy of external traffic',
      { ...NODE, type: 'ClusterIP', externalIPs: ['1.2.3.4'] },
      NODE,
      {
        ...{ type: 'ClusterIP', ...ADDRESSES, ports: PORTS },
        ...{ externalTrafficPolicy: 'Cluster', externalIPs: ['1.2.3.4'] },
      },
    ],
    [
      'to a LoadBalancer keeps the policy of external traffic',
      { ...NODE, type: 'LoadBalancer' },
      NODE,
      { ...NODE, type: 'LoadBalancer' },
    ],
    [
      'to an ExternalName drops addresses',
      { type: 'ExternalName', externalName: 'a.b', ...ADDRESSES },
      { type: 'ClusterIP', ...ADDRESSES },
      { type: 'ExternalName', externalName: 'a.b' },
    ],
    [
      'to an ExternalName keeps another address',
      { type: 'ExternalName', ...ADDRESSES, clusterIP: '10.0.0.8' },
      { type: 'ClusterIP', ...ADDRESSES },
      { type: 'ExternalName', ...ADDRESSES, clusterIP: '10.0.0.8' },
    ],
    [
      'from an ExternalName gets an address',
      { type: 'ClusterIP' },
      { type: 'ExternalName' },
      { type: 'ClusterIP', ...ADDRESSES, clusterIP: '10.0.0.2', clusterIPs: ['10.0.0.2'] },
    ],
    ['without an address gets none', { type: 'ClusterIP' }, { type: 'ClusterIP' }, { type: 'ClusterIP' }],
    [
      'of only clusterIP',
      { type: 'ClusterIP', clusterIP: '10.0.0.8' },
      ADDRESSES,
      { type: 'ClusterIP', ...ADDRESSES, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8'] },
    ],
    [
      'of clusterIP determines the first of clusterIPs',
      { ...ADDRESSES, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.7', 'fd00::7'] },
      ADDRESSES,
      { ...ADDRESSES, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8', 'fd00::7'] },
    ],
    [
      'of both changes both',
      { ...ADDRESSES, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.9'] },
      ADDRESSES,
      { ...ADDRESSES, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.9'] },
    ],
    [
      'of the families',
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'PreferDualStack' },
      ADDRESSES,
      { ...ADDRESSES, ipFamilies: ['IPv6'], ipFamilyPolicy: 'PreferDualStack' },
    ],
  ])('%s', (_name, next, stored, expected) => {
    expect(updated(next, stored)).toEqual(expected)
  })

  test('of a Service without an address gives none, even if node ports are missing', () => {
    expect(updated({ type: 'NodePort', ports: PORTS }, { type: 'ClusterIP' })).toEqual({
      type: 'NodePort',
      ports: PORTS,
    })
  })

  test('of the status sets the mode of addresses', () => {
    const withIngress = (...ingress: object[]): AnyObject => ({
      ...serviceOf({ type: 'LoadBalancer' }),
      status: { other: 1, loadBalancer: { more: 2, ingress } },
    })
    const context = contextWith([], { subresource: 'status' })
    const statusOf = (next: AnyObject) => serviceStrategy.prepareForUpdate?.(next, next, context)
    expect(
      statusOf(withIngress({ ip: '1.2.3.4' }, { ip: '1.2.3.5', ipMode: 'Proxy' }, { hostname: 'a.b' })),
    ).toEqual(
      withIngress({ ip: '1.2.3.4', ipMode: 'VIP' }, { ip: '1.2.3.5', ipMode: 'Proxy' }, { hostname: 'a.b' }),
    )
    const none = withIngress()
    expect(statusOf(none)).toBe(none)
  })
})

test('the spec is validated by its own writes, the status by those of the status', () => {
  const [next, stored] = [{ clusterIPs: ['10.0.0.8'], type: 'ClusterIP' }, ADDRESSES]
  const fields = (subresource: string) =>
    serviceStrategy
      .validateUpdate?.(
        { ...serviceOf(next), status: { loadBalancer: { ingress: [{}] } } },
        serviceOf(stored),
        contextWith([], { subresource }),
      )
      .map(({ field }) => field)
  expect([fields(''), fields('status')]).toEqual([['spec.clusterIPs[0]'], ['status.loadBalancer.ingress']])
  expect(serviceStrategy.warnings?.(serviceOf({ trafficDistribution: 'PreferClose' }))).toHaveLength(1)
})
