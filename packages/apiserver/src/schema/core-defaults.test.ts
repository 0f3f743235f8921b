import { describe, expect, test } from 'vitest'
import { fullName, shortName } from './data-type.ts'
import { CORE_DEFAULTS } from './defaults/core-defaults.ts'
import { WORKLOAD_DEFAULTS } from './defaults/workload-defaults.ts'
import { immutableErrors } from './immutable-errors.ts'
import type { Schema } from './schema.ts'

const OBJECT: Schema = { type: 'object' }
const of = (type: string, object: object): unknown =>
  (CORE_DEFAULTS[type] ?? WORKLOAD_DEFAULTS[type])?.of(object as Readonly<Record<string, unknown>>, OBJECT)

describe('conditional defaults', () => {
  test.each([
    [{ allocationMode: 'ExactCount' }, { count: 1 }],
    [{ allocationMode: 'ExactCount', count: 3 }, {}],
    [{ allocationMode: 'All' }, {}],
  ])('the count of devices %j: %j', (request, expected) => {
    for (const type of ['resource.v1.ExactDeviceRequest', 'resource.v1.DeviceSubRequest'])
      expect(of(type, request)).toEqual(expected)
  })

  test.each([
    ['core.v1.NodeSpec', { podCIDR: 'a' }, { podCIDRs: ['a'] }],
    ['core.v1.NodeSpec', { podCIDR: 'a', podCIDRs: ['b', 'c'] }, { podCIDR: 'b' }],
    ['core.v1.NodeSpec', { podCIDRs: [] }, {}],
    ['core.v1.NodeSpec', {}, {}],
    ['core.v1.NodeStatus', { capacity: { cpu: '1' } }, { allocatable: { cpu: '1' } }],
    ['core.v1.NodeStatus', { capacity: { cpu: '1' }, allocatable: {} }, {}],
    ['core.v1.NodeStatus', { allocatable: { cpu: '1' } }, {}],
    ['core.v1.NodeStatus', {}, {}],
    ['networking.v1.NetworkPolicySpec', {}, { policyTypes: ['Ingress'] }],
    ['networking.v1.NetworkPolicySpec', { egress: [] }, { policyTypes: ['Ingress'] }],
    ['networking.v1.NetworkPolicySpec', { egress: [{}] }, { policyTypes: ['Ingress', 'Egress'] }],
    ['networking.v1.NetworkPolicySpec', { egress: 'x' }, { policyTypes: ['Ingress'] }],
    ['networking.v1.NetworkPolicySpec', { policyTypes: ['Egress'] }, {}],
    ['core.v1.Namespace', { metadata: {} }, {}],
    [
      'core.v1.Namespace',
      { metadata: { name: 'n', labels: { a: '1' } } },
      { metadata: { name: 'n', labels: { a: '1', 'kubernetes.io/metadata.name': 'n' } } },
    ],
    ['rbac.v1.Subject', { kind: 'User' }, { apiGroup: 'rbac.authorization.k8s.io' }],
    ['rbac.v1.Subject', { kind: 'Group', apiGroup: 'g' }, {}],
    ['rbac.v1.Subject', { kind: 'ServiceAccount' }, {}],
    ['core.v1.LimitRangeItem', { type: 'Pod', max: { cpu: '1' } }, {}],
    ['core.v1.LimitRangeItem', { type: 'Container' }, {}],
    [
      'core.v1.LimitRangeItem',
      { type: 'Container', max: { cpu: '2', memory: '2' }, default: { cpu: '1' }, min: { memory: '1' } },
      { default: { cpu: '1', memory: '2' }, defaultRequest: { cpu: '1', memory: '1' } },
    ],
    ['core.v1.LimitRangeItem', { type: 'Container', min: { cpu: '1' } }, { defaultRequest: { cpu: '1' } }],
    ['apiextensions.v1.CustomResourceDefinitionSpec', {}, { conversion: { strategy: 'None' } }],
    ['apiextensions.v1.CustomResourceDefinitionSpec', { conversion: {} }, {}],
    ['apiextensions.v1.CustomResourceDefinitionNames', {}, {}],
    [
      'apiextensions.v1.CustomResourceDefinitionNames',
      { kind: 'Widget' },
      { singular: 'widget', listKind: 'WidgetList' },
    ],
    [
      'apiextensions.v1.CustomResourceDefinitionNames',
      { kind: 'Widget', singular: 's', listKind: 'l' },
      { singular: 's', listKind: 'l' },
    ],
  ])('of %s %j: %j', (type, object, expected) => {
    expect(of(type, object)).toEqual(expected)
  })

  test('a definition has stored objects in its storage versions, unless it says so itself', () => {
    const versions = [{ name: 'v1', storage: true }, { name: 'v2' }, { name: 'v3', storage: 'true' }]
    const definition = (more: object) =>
      of('apiextensions.v1.CustomResourceDefinition', { spec: { versions }, ...more })
    expect(definition({})).toEqual({ status: { storedVersions: ['v1'] } })
    expect(definition({ status: { conditions: [] } })).toEqual({
      status: { conditions: [], storedVersions: ['v1'] },
    })
    expect(definition({ status: { storedVersions: [] } })).toEqual({})
    expect(definition({ spec: { versions: [{ name: 'v2' }] } })).toEqual({})
  })

  test('a ReplicationController has the labels of its template', () => {
    const template = { metadata: { labels: { a: '1' } } }
    const labels = template.metadata.labels
    const controller = (spec: object, metadata: object) =>
      of('core.v1.ReplicationController', { spec, metadata })
    expect(controller({ template }, { name: 'n' })).toEqual({
      spec: { template, selector: labels },
      metadata: { name: 'n', labels },
    })
    expect(controller({ template, selector: { b: '2' } }, { labels: { c: '3' } })).toEqual({})
    expect(controller({ template: {} }, {})).toEqual({})
  })
})

test('an immutable field is an error when it changes', () => {
  const immutable = new Map([
    ['spec.a', 'Invalid value: %v: field is immutable'],
    ['spec.b', 'Forbidden: may not change'],
    ['spec.c', 'Other: not reported'],
  ])
  const errors = (old: object, next: object) =>
    immutableErrors({ ...OBJECT, immutable } as Schema, { spec: old }, { spec: next })
  expect(errors({ a: [1], b: 1, c: 1 }, { a: [1], b: 1, c: 1 })).toEqual([])
  expect(errors({ a: [1], b: 1, c: 1 }, { a: [2], b: 2, c: 2 })).toEqual([
    { field: 'spec.a', type: 'Invalid value', detail: '[2]: field is immutable' },
    { field: 'spec.b', type: 'Forbidden', detail: 'may not change' },
  ])
  expect(errors({ a: 1 }, {})).toMatchObject([{ detail: 'null: field is immutable' }])
  expect(immutableErrors(OBJECT, {}, { spec: {} })).toEqual([])
})

test('the names of types are shortened, and back', () => {
  const names = [
    'io.k8s.api.core.v1.Pod',
    'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    'com.example.Other',
  ]
  expect(names.map(shortName)).toEqual(['.core.v1.Pod', '~ObjectMeta', 'com.example.Other'])
  expect(names.map(shortName).map(fullName)).toEqual(names)
})
