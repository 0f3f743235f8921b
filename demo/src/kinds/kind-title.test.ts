import { expect, test } from 'vitest'
import { kindTitle } from './kind-title.ts'

test.each([
  ['Pod', 'pods', 'Pods'],
  ['NetworkPolicy', 'networkpolicies', 'NetworkPolicies'],
  ['Ingress', 'ingresses', 'Ingresses'],
  ['Endpoints', 'endpoints', 'Endpoints'],
  ['CSIDriver', 'csidrivers', 'CSIDrivers'],
  ['Person', 'people', 'People'],
])('the kind %s with the plural %s is titled %s', (kind, plural, title) => {
  expect(kindTitle({ kind, plural })).toBe(title)
})
