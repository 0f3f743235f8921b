import { expect, test } from 'vitest'
import { pluralOf } from './plural.ts'

test.each([
  ['Pod', 'Pods'],
  ['Ingress', 'Ingresses'],
  ['IngressClass', 'IngressClasses'],
  ['NetworkPolicy', 'NetworkPolicies'],
  ['Gateway', 'Gateways'],
  ['Endpoints', 'Endpoints'],
  ['StorageStatus', 'StorageStatuses'],
])('several of %s are %s', (kind, plural) => {
  expect(pluralOf(kind)).toBe(plural)
})
