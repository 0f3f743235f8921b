import { expect, test } from 'vitest'
import { constantName } from './constant-name.ts'

test.each([
  ['widgets', 'Widget', 'widgets'],
  ['networkpolicies', 'NetworkPolicy', 'networkPolicies'],
  ['apiservices', 'APIService', 'apiServices'],
  ['servicecidrs', 'ServiceCIDR', 'serviceCIDRs'],
  ['tcproutes', 'TCPRoute', 'tcpRoutes'],
  ['policy', 'NetworkPolicy', 'policy'],
  ['foo-bars', 'FooBar', 'fooBars'],
  ['foo-bars', 'Foo-Bar', 'fooBars'],
  ['widgets', 'widget', 'widgets'],
  ['class', 'Class', 'classResource'],
  ['new', 'New', 'newResource'],
  ['await', 'Await', 'awaitResource'],
  ['ipv4pools', 'IPv4Pool', 'iPv4Pools'],
  ['2nds', 'Second', '_2nds'],
])('the constant of %s, kind %s, is %s', (plural, kind, name) => {
  expect(constantName({ plural, kind })).toBe(name)
})
