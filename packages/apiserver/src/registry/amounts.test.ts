import { configMaps } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { Storage } from '../storage/storage.ts'
import { rejectionOf } from '../test/rejection.ts'
import { base64Length, configMapStrategy } from './config-map.ts'
import { leaseStrategy } from './lease.ts'
import { qosClassOf } from './pod-qos.ts'
import { quantityOf } from './quantity.ts'
import { decodeScale, scaleErrors, scaleOf, withReplicas } from './scale.ts'
import { secretStrategy } from './secret.ts'
import { freeAddress, freePort, isTaken } from './service-pools.ts'
import type { Target } from './target.ts'

test.each([
  ['500m', 0.5],
  ['1Ki', 1_024],
  [2, 2],
  ['x', undefined],
  [true, undefined],
  [undefined, undefined],
])('the quantity %j is %s', (value, expected) => {
  expect(quantityOf(value)).toBe(expected)
})

describe('the quality of service', () => {
  const of = (...resources: readonly object[]) =>
    qosClassOf({ containers: resources.map(each => ({ resources: each })) })
  const full = { limits: { cpu: '1', memory: '1Gi' } }

  test.each([
    ['BestEffort', [{}]],
    ['BestEffort', [{ requests: { cpu: '0' }, limits: { memory: 0 } }]],
    ['BestEffort', [{ requests: { storage: '1Gi' } }]],
    ['Burstable', [{ requests: { cpu: '1m' } }]],
    ['Burstable', [{ limits: { memory: '1Gi' } }]],
    ['Burstable', [{ limits: { cpu: '1', memory: '0' } }]],
    ['Burstable', [full, {}]],
    ['Burstable', [{ ...full, requests: { cpu: '500m' } }]],
    ['Guaranteed', [full]],
    ['Guaranteed', [full, { ...full, requests: { cpu: '1000m', memory: '1024Mi' } }]],
  ])('%s: %j', (expected, resources) => {
    expect(of(...resources)).toBe(expected)
  })

  test('depends on init containers, too', () => {
    expect(qosClassOf({ containers: [{ resources: full }], initContainers: [{}] })).toBe('Burstable')
    expect(qosClassOf({})).toBe('BestEffort')
  })
})

test.each([
  [{}, []],
  [{ leaseDurationSeconds: 1, leaseTransitions: 0 }, []],
  [{ leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds']],
  [{ leaseTransitions: -1 }, ['spec.leaseTransitions']],
])('a Lease with %j has the errors %j', (spec, expected) => {
  expect(leaseStrategy.validate?.({ spec }).map(({ field }) => field)).toEqual(expected)
})

describe('sizes', () => {
  const MAX = 1024 * 1024
  const errors = (strategy: typeof configMapStrategy, object: AnyObject) =>
    strategy.validate?.(object).map(({ detail }) => detail)
  const tooLong = ['may not be more than 1048576 bytes']

  test('the length of base64 is that of its bytes', () => {
    for (let length = 0; length < 8; length++) expect(base64Length(btoa('x'.repeat(length)))).toBe(length)
  })

  test('a ConfigMap has at most 1 MiB of values', () => {
    const half = 'ü'.repeat(MAX / 4)
    expect(errors(configMapStrategy, { data: { a: half, b: half } })).toEqual([])
    expect(errors(configMapStrategy, { data: { a: half, b: `${half}x` } })).toEqual(tooLong)
    const binaryData = { c: btoa('x'.repeat(MAX / 2)) }
    expect(errors(configMapStrategy, { data: { a: half }, binaryData })).toEqual([])
    expect(errors(configMapStrategy, { data: { a: `${half}x` }, binaryData })).toEqual(tooLong)
  })

  test('a Secret has at most 1 MiB of values', () => {
    const half = btoa('x'.repeat(MAX / 2))
    expect(errors(secretStrategy, { data: { a: half, b: half } })).toEqual([])
    expect(errors(secretStrategy, { data: { a: half, b: half, c: btoa('x') } })).toEqual(tooLong)
  })
})

describe('the pools of Services', () => {
  const servicesWith = (...specs: readonly object[]) => {
    const services = new Storage(10).collection(configMaps)
    for (const [index, spec] of specs.entries()) services.put(`s${index}`, () => ({ spec }) as AnyObject)
    return services
  }
  const ports = (...nodePorts: readonly (number | undefined)[]) => ({
    ports: nodePorts.map(nodePort => ({ nodePort })),
  })

  test('the lowest free address is used; .1 belongs to the API', () => {
    expect(freeAddress(servicesWith())).toBe('10.0.0.2')
    const services = servicesWith({ clusterIP: '10.0.0.2' }, { clusterIPs: ['10.0.0.3', '10.0.0.5'] })
    expect(freeAddress(services)).toBe('10.0.0.4')
    expect([isTaken(services, '10.0.0.3'), isTaken(services, '10.0.0.4')]).toEqual([true, false])
    const hosts = Array.from({ length: 252 }, (_, index) => ({ clusterIP: `10.0.0.${index + 2}` }))
    expect(freeAddress(servicesWith(...hosts))).toBe('10.0.0.254')
    expect(freeAddress(servicesWith(...hosts, { clusterIP: '10.0.0.254' }))).toBe('')
  })

  test('the lowest free port is used', () => {
    expect(freePort(servicesWith(), [])).toBe(30_000)
    expect(freePort(servicesWith(ports(30_001, undefined)), [30_000])).toBe(30_002)
    const all = Array.from({ length: 2_767 }, (_, index) => 30_000 + index)
    expect(freePort(servicesWith(ports(...all)), [])).toBe(32_767)
    expect(freePort(servicesWith(ports(...all)), [32_767])).toBe(0)
  })
})

describe('a Scale', () => {
  const targetOf = (scale?: object): Target => ({ kind: { scale }, name: 'web' }) as unknown as Target
  const builtIn = targetOf()
  const custom = targetOf({
    ...{
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.size',
      labelSelectorPath: '.status.selector',
    },
  })

  test('has the replicas and the selector of a workload', () => {
    const selector = {
      matchLabels: { b: '2', a: '1' },
      matchExpressions: [
        { key: 'c', operator: 'In', values: ['x', 'y'] },
        { key: 'd', operator: 'NotIn', values: ['z'] },
        { key: 'e', operator: 'Exists' },
        { key: 'f', operator: 'DoesNotExist' },
      ],
    }
    const metadata = { name: 'web', namespace: 'ns', uid: 'u', resourceVersion: '1', labels: { l: '1' } }
    expect(scaleOf(builtIn, { metadata, spec: { replicas: 3, selector }, status: { replicas: 2 } })).toEqual({
      ...{ kind: 'Scale', apiVersion: 'autoscaling/v1' },
      metadata: { name: 'web', namespace: 'ns', uid: 'u', resourceVersion: '1' },
      spec: { replicas: 3 },
      status: { replicas: 2, selector: '!f,a=1,b=2,c in (x,y),d notin (z),e' },
    })
    const selectorOf = (given: object) => scaleOf(builtIn, { spec: { selector: given } }).status
    expect(selectorOf({ a: '1' })).toEqual({ replicas: 0, selector: 'a=1' })
    expect(selectorOf({ matchExpressions: [{ key: 'e', operator: 'Exists' }] })).toEqual({
      replicas: 0,
      selector: 'e',
    })
    expect(scaleOf(builtIn, {})).toMatchObject({ metadata: {}, spec: {}, status: { replicas: 0 } })
    expect(scaleOf(builtIn, { spec: { replicas: 0 } }).spec).toEqual({})
  })

  test('of a custom resource is at the paths of its definition, and needs its replicas', () => {
    const object = { spec: { size: 3 }, status: { size: 1, selector: 'a=b' } }
    expect(scaleOf(custom, object)).toMatchObject({
      spec: { replicas: 3 },
      status: { replicas: 1, selector: 'a=b' },
    })
    expect(rejectionOf(() => scaleOf(custom, {}))).toMatchObject({
      ...{
        code: 500,
        message: 'Internal error occurred: the spec replicas field ".spec.size" does not exist',
      },
    })
    expect(scaleOf(custom, {}, false).spec).toEqual({})
    const bare = targetOf({ specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' })
    expect(scaleOf(bare, object).status).toEqual({ replicas: 1 })
  })

  test('is written to the workload', () => {
    const object = {
      metadata: { name: 'web', resourceVersion: '1' },
      spec: { replicas: 1, size: 1, other: 2 },
    }
    expect(withReplicas(builtIn, object, 5, undefined)).toEqual({
      ...object,
      spec: { ...object.spec, replicas: 5 },
    })
    expect(withReplicas(builtIn, object, undefined, '2')).toEqual({
      metadata: { name: 'web', resourceVersion: '2' },
      spec: { ...object.spec, replicas: 0 },
    })
    expect(withReplicas(custom, {}, 5, undefined)).toMatchObject({ spec: { size: 5 } })
  })

  test('has a number of replicas that is not negative', () => {
    for (const value of [{}, { spec: {} }, { spec: { replicas: null } }, { spec: { replicas: 2 } }])
      expect(decodeScale(value)).toBe(value)
    expect(rejectionOf(() => decodeScale(1)).code).toBe(400)
    const sent = { spec: { replicas: [1] } }
    expect(rejectionOf(() => decodeScale(sent))).toMatchObject({
      ...{ code: 400 },
      message:
        'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal array into Go struct field ScaleSpec.spec.replicas of type int32',
    })
    expect(rejectionOf(() => decodeScale({ spec: { replicas: '1' } }, true)).code).toBe(422)
    const errorsOf = (target: Target, replicas: number) =>
      scaleErrors(target, { spec: { replicas } })?.status.code
    expect([errorsOf(builtIn, 0), errorsOf(builtIn, -1), errorsOf(custom, -1)]).toEqual([
      undefined,
      422,
      undefined,
    ])
    expect(scaleErrors(builtIn, {})).toBeUndefined()
  })
})
