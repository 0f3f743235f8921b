import { describe, expect, test } from 'vitest'
import { errorTexts } from '../test/error-texts.ts'
import { podSpecErrors } from './pod-spec.ts'

const CONTAINER = { name: 'main', image: 'a/b:1', imagePullPolicy: 'Always' }
const SPEC = { containers: [CONTAINER], restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' }
const RANGE = 'must be between 1 and 65535, inclusive'

const errorsOf = (more: object) => errorTexts(podSpecErrors({ ...SPEC, ...more }, 'spec'))
const containerErrors = (more: object, pod: object = {}) =>
  errorsOf({ ...pod, containers: [{ ...CONTAINER, ...more }] })

test.each<[object, string[]]>([
  [{}, []],
  [{ containers: [] }, ['spec.containers: Required value']],
  [{ restartPolicy: undefined }, ['spec.restartPolicy: Required value']],
  [{ restartPolicy: '' }, ['spec.restartPolicy: Required value']],
  [
    { restartPolicy: 'x' },
    ['spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"'],
  ],
  [
    { dnsPolicy: 'x' },
    [
      'spec.dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    ],
  ],
  [{ nodeSelector: { zone: 'a' } }, []],
  [
    { nodeSelector: { 'a b': 'c d' } },
    [
      expect.stringMatching(/^spec.nodeSelector: Invalid value: "a b": /),
      expect.stringMatching(/^spec.nodeSelector: Invalid value: "c d": /),
    ],
  ],
])('a Pod with %j', (more, expected) => {
  expect(errorsOf(more)).toEqual(expected)
})

test.each([
  [undefined, true],
  [0, false],
  [1, true],
  [2_147_483_647, true],
  [2_147_483_648, false],
])('a deadline of %s seconds is valid: %s', (activeDeadlineSeconds, isValid) => {
  const rule = 'must be between 1 and 2147483647, inclusive'
  expect(errorsOf({ activeDeadlineSeconds })).toEqual(
    isValid ? [] : [`spec.activeDeadlineSeconds: Invalid value: ${activeDeadlineSeconds}: ${rule}`],
  )
})

describe('a container', () => {
  const at = 'spec.containers[0]'
  test.each<[object, string[]]>([
    [{ name: '' }, [`${at}.name: Required value`]],
    [{ name: 'A' }, [expect.stringMatching(/^spec.containers\[0\].name: Invalid value: "A": /)]],
    [{ image: '' }, [`${at}.image: Required value`]],
    [{ image: 'a ' }, [`${at}.image: Invalid value: "a ": must not have leading or trailing whitespace`]],
    [
      { imagePullPolicy: 'x' },
      [`${at}.imagePullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"`],
    ],
    [{ env: [{ name: 'A' }, { name: '' }] }, [`${at}.env[1].name: Required value`]],
    [{ volumeMounts: [{ name: 'v', mountPath: '/v' }] }, []],
    [{ volumeMounts: [{ name: 'w', mountPath: '/v' }] }, [`${at}.volumeMounts[0].name: Not found: "w"`]],
    [{ volumeMounts: [{ mountPath: '/v' }] }, [`${at}.volumeMounts[0].name: Required value`]],
    [{ volumeMounts: [{ name: 'v' }] }, [`${at}.volumeMounts[0].mountPath: Required value`]],
  ])('with %j', (more, expected) => {
    expect(containerErrors(more, { volumes: [{ name: 'v' }] })).toEqual(expected)
  })

  test.each<[object, string[]]>([
    [{ containerPort: 1 }, []],
    [{ containerPort: 65_535 }, []],
    [{ containerPort: -1 }, [`${at}.ports[0].containerPort: Invalid value: -1: ${RANGE}`]],
    [{ containerPort: 65_536 }, [`${at}.ports[0].containerPort: Invalid value: 65536: ${RANGE}`]],
    [{ containerPort: 0 }, [`${at}.ports[0].containerPort: Required value`]],
    [{}, [`${at}.ports[0].containerPort: Required value`]],
    [{ containerPort: 1, protocol: '' }, [`${at}.ports[0].protocol: Required value`]],
    [
      { containerPort: 1, protocol: 'x' },
      [`${at}.ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"`],
    ],
  ])('with the port %j', (port, expected) => {
    expect(containerErrors({ ports: [{ protocol: 'TCP', ...port }] })).toEqual(expected)
  })

  test.each<[object, string[]]>([
    [{ limits: { cpu: '1' } }, []],
    [{ requests: { cpu: '1' } }, []],
    [{ requests: { cpu: '1000m' }, limits: { cpu: '1' } }, []],
    [
      { requests: { cpu: '1001m', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
      [`${at}.resources.requests: Invalid value: "1001m": must be less than or equal to cpu limit of 1`],
    ],
  ])('with the resources %j', (resources, expected) => {
    expect(containerErrors({ resources })).toEqual(expected)
  })
})

test('names of volumes are labels, and unique', () => {
  const volumes = ['v', '', 'v', 'A'].map(name => ({ name }))
  expect(errorsOf({ volumes })).toEqual([
    'spec.volumes[1].name: Required value',
    'spec.volumes[2].name: Duplicate value: "v"',
    expect.stringMatching(/^spec.volumes\[3\].name: Invalid value: "A": /),
  ])
})

test('names of containers are unique, also among init containers', () => {
  const named = (name: string) => ({ ...CONTAINER, name })
  expect(
    errorsOf({
      containers: [named('a'), named('b'), named('a')],
      initContainers: [named('c'), named('b'), { ...named('c'), image: '' }],
    }),
  ).toEqual([
    'spec.containers[2].name: Duplicate value: "a"',
    'spec.initContainers[2].image: Required value',
    'spec.initContainers[1].name: Duplicate value: "b"',
    'spec.initContainers[2].name: Duplicate value: "c"',
  ])
  expect(errorsOf({ containers: [named(''), named('')] })).toEqual([
    'spec.containers[0].name: Required value',
    'spec.containers[1].name: Required value',
  ])
})
