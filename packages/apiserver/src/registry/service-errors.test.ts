import { describe, expect, test } from 'vitest'
import { errorTexts } from '../test/error-texts.ts'
import {
  allocationErrors,
  serviceChangeErrors,
  serviceErrors,
  serviceStatusErrors,
  serviceWarnings,
} from './service-errors.ts'

const PORT = { port: 80, protocol: 'TCP', targetPort: 80 }
const SERVICE = { type: 'ClusterIP', sessionAffinity: 'None', ports: [PORT] }
const RANGE = 'must be between 1 and 65535, inclusive'
const errorsOf = (spec: object) => errorTexts(serviceErrors({ ...SERVICE, ...spec }))

describe('the spec', () => {
  test.each<[object, string[]]>([
    [{}, []],
    [{ ports: [] }, ['spec.ports: Required value']],
    [{ ports: [], clusterIP: 'None' }, []],
    [{ ports: [], type: 'ExternalName', externalName: 'a.b' }, []],
    [{ type: 'ExternalName' }, ['spec.externalName: Required value']],
    [{ sessionAffinity: '' }, ['spec.sessionAffinity: Required value']],
    [
      { sessionAffinity: 'x' },
      ['spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"'],
    ],
    [{ clusterIP: 'None', type: 'ClusterIP' }, []],
    [
      { clusterIP: 'None', type: 'LoadBalancer' },
      [`spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for LoadBalancer services`],
    ],
    [
      { clusterIP: 'None', type: 'NodePort' },
      [`spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for NodePort services`],
    ],
    [{ selector: { app: 'web' } }, []],
    [
      { selector: { 'a b': 'c d' } },
      [
        expect.stringMatching(/^spec.selector: Invalid value: "a b": /),
        expect.stringMatching(/^spec.selector: Invalid value: "c d": /),
      ],
    ],
  ])('%j', (spec, expected) => {
    expect(errorsOf(spec)).toEqual(expected)
  })

  test.each([
    ['None', true],
    ['10.0.0.1', true],
    ['255.255.255.255', true],
    ['256.0.0.1', false],
    ['10.0.0', false],
    ['10.0.0.1.', false],
    ['2001:db8::1', true],
    ['x', false],
  ])('the address %s is valid: %s', (address, isValid) => {
    const rule = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    expect(errorsOf({ clusterIPs: ['10.0.0.1', address] })).toEqual(
      isValid ? [] : [`spec.clusterIPs[1]: Invalid value: "${address}": ${rule}`],
    )
  })
})

describe('ports', () => {
  test.each<[object, string[]]>([
    [{ port: 1 }, []],
    [{ port: 65_535 }, []],
    [{ port: 65_536 }, [`spec.ports[0].port: Invalid value: 65536: ${RANGE}`]],
    [{ port: undefined }, [`spec.ports[0].port: Invalid value: 0: ${RANGE}`]],
    [{ protocol: '' }, ['spec.ports[0].protocol: Required value']],
    [
      { protocol: 'ICMP' },
      ['spec.ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [{ targetPort: undefined }, []],
    [{ targetPort: 0 }, [`spec.ports[0].targetPort: Invalid value: 0: ${RANGE}`]],
    [{ targetPort: 65_536 }, [`spec.ports[0].targetPort: Invalid value: 65536: ${RANGE}`]],
    [{ targetPort: 'http-1' }, []],
    [
      { targetPort: 'a_b' },
      [
        'spec.ports[0].targetPort: Invalid value: "a_b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      ],
    ],
    [{ name: 'a.b' }, [expect.stringMatching(/^spec.ports\[0\].name: Invalid value: "a.b": /)]],
  ])('one with %j', (more, expected) => {
    expect(errorsOf({ ports: [{ ...PORT, ...more }] })).toEqual(expected)
  })

  const other = { ...PORT, name: 'b', port: 81 }
  test.each<[string, object[], string[]]>([
    ['named', [{ ...PORT, name: 'a' }, other], []],
    ['without a name', [PORT, other], ['spec.ports[0].name: Required value']],
    ['of one name', [{ ...PORT, name: 'b' }, other], ['spec.ports[1].name: Duplicate value: "b"']],
    ['of one number and other protocols', [{ ...other, name: 'a', protocol: 'UDP' }, other], []],
    [
      'of one number and protocol',
      [{ ...other, name: 'a' }, other],
      [
        'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":81,"TargetPort":0,"NodePort":0}',
      ],
    ],
  ])('several: %s', (_name, ports, expected) => {
    expect(errorsOf({ ports })).toEqual(expected)
  })
})

test('only a load balancer has addresses in its status', () => {
  const errors = (type: string, ingress?: readonly object[]) =>
    errorTexts(serviceStatusErrors({ spec: { type }, status: { loadBalancer: { ingress } } }))
  expect([errors('LoadBalancer', [{}]), errors('ClusterIP', []), errors('ClusterIP')]).toEqual([[], [], []])
  expect(errors('ClusterIP', [{}])).toEqual([
    "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  ])
})

test.each<[object, string[]]>([
  [{ type: 'ClusterIP', externalIPs: [] }, []],
  [{ clusterIP: 'None', sessionAffinity: 'None' }, []],
  [
    { clusterIP: 'None', externalIPs: ['1.2.3.4'], sessionAffinity: 'ClientIP' },
    [
      'spec.externalIPs is ignored for headless services',
      'spec.SessionAffinity is ignored for headless services',
    ],
  ],
  [
    { externalIPs: ['1.2.3.4'], type: 'ClusterIP' },
    ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'],
  ],
  [
    { externalIPs: ['1.2.3.4'], type: 'ExternalName', externalName: 'a' },
    ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
  ],
  [
    { externalName: 'a', type: 'ClusterIP' },
    ['spec.externalName is ignored when spec.type is not "ExternalName"'],
  ],
  [
    { trafficDistribution: 'PreferClose' },
    ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ],
  [{ trafficDistribution: 'PreferSameZone' }, []],
])('the warnings of %j', (spec, expected) => {
  expect(serviceWarnings({ ...spec })).toEqual(expected)
})

test('the first address stays, except that of an ExternalName', () => {
  const errors = (next: object, stored: object) => errorTexts(serviceChangeErrors({ ...next }, { ...stored }))
  const [one, two] = [{ clusterIPs: ['10.0.0.2'] }, { clusterIPs: ['10.0.0.2', 'fd00::2'] }]
  expect([
    errors(two, one),
    errors(one, two),
    errors(one, {}),
    errors({ type: 'ExternalName' }, one),
  ]).toEqual([[], [], [], []])
  expect(errors({ clusterIPs: ['10.0.0.3'] }, one)).toEqual([
    'spec.clusterIPs[0]: Invalid value: ["10.0.0.3"]: may not change once set',
  ])
})

test.each<[object, string[], string[]]>([
  [{}, [], []],
  [{ clusterIP: '10.0.0.2' }, ['10.0.0.2'], []],
  [{ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.2'] }, ['10.0.0.2'], []],
  [{ clusterIP: 'None' }, [], []],
])('the address of %j that is looked up', (spec, looked, expected) => {
  const addresses: string[] = []
  const errors = allocationErrors({ ...spec }, address => {
    addresses.push(address)
    return false
  })
  expect([addresses, errorTexts(errors)]).toEqual([looked, expected])
})

test('a taken address, and ports outside of the range', () => {
  const ports = [29_999, 30_000, 32_767, 32_768, 0, undefined].map(nodePort => ({ nodePort }))
  const rule = 'provided port is not in the valid range. The range of valid ports is 30000-32767'
  expect(errorTexts(allocationErrors({ clusterIP: '10.0.0.2', ports }, () => true))).toEqual([
    'spec.clusterIPs: Invalid value: ["10.0.0.2"]: failed to allocate IP 10.0.0.2: provided IP is already allocated',
    `spec.ports[0].nodePort: Invalid value: 29999: ${rule}`,
    `spec.ports[3].nodePort: Invalid value: 32768: ${rule}`,
  ])
})
