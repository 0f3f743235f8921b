import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

type Write = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', name: string, body?: object]

/** Writes to one resource, in their order, and what the server answers. */
async function recordingOf(path: string, writes: readonly Write[]): Promise<string> {
  const server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
  const lines: string[] = []
  for (const [method, name, body] of writes) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const {
      code,
      body: answer,
      warnings,
    } = await ask(server, method, name ? `${path}/${name}` : path, body, type)
    const { managedFields: _fields, ...metadata } = answer.metadata ?? {}
    const { kind, apiVersion: _version, metadata: _metadata, ...rest } = answer
    const said =
      kind === 'Status' ? { message: answer.message, details: answer.details } : { metadata, ...rest }
    lines.push(`${method} ${name} ${JSON.stringify(body)}`, `  ${code} ${warnings} ${JSON.stringify(said)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A create of an object with a spec. */
const create = (name: string, spec: object, more: object = {}): Write => [
  'POST',
  '',
  { metadata: { name, ...more }, spec },
]
/** A change of its spec. */
const change = (name: string, spec: object): Write => ['PATCH', name, { spec }]

const port = (number: unknown, more: object = {}) => ({ port: number, ...more })
const main = (more: object = {}) => ({ name: 'main', image: 'example/app:1', ...more })
const template = (labels: object, spec: object = {}) => ({
  metadata: { labels },
  spec: { containers: [main()], ...spec },
})
const selector = { matchLabels: { app: 'web' } }
const workload = (more: object = {}) => ({ selector, template: template({ app: 'web' }), ...more })

const SERVICES: readonly Write[] = [
  create('plain', { ports: [port(80)] }),
  create('taken', { clusterIP: '10.0.0.2', ports: [port(80)] }),
  create('named', {
    ports: [port(80, { name: 'a' }), port(81, { name: 'b', targetPort: 'web', protocol: 'UDP' })],
  }),
  create('headless', { clusterIP: 'None' }),
  create('headless-selected', {
    clusterIP: 'None',
    selector: { app: 'web' },
    sessionAffinity: 'ClientIP',
    externalIPs: ['1.2.3.4'],
  }),
  create('node', {
    type: 'NodePort',
    ports: [port(80), port(81, { nodePort: 30500 })].map((each, at) => ({ ...each, name: `p${at}` })),
  }),
  create('balanced', { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [port(80)] }),
  create('no-node-ports', { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [port(80)] }),
  create('elsewhere', { type: 'ExternalName', externalName: 'example.com', externalIPs: ['1.2.3.4'] }),
  create('external', {
    externalIPs: ['1.2.3.4'],
    externalName: 'x',
    ports: [port(80)],
    trafficDistribution: 'PreferClose',
  }),
  create('bad', { ports: [] }),
  create('bad', { type: 'ExternalName' }),
  create('bad', { type: 'X', sessionAffinity: 'Y', ports: [port(80)] }),
  create('bad', { type: 'NodePort', clusterIP: 'None', ports: [port(80)] }),
  create('bad', { type: 'LoadBalancer', clusterIP: 'None', ports: [port(80)] }),
  create('bad', { clusterIPs: ['1.2.3'], ports: [port(80)] }),
  create('bad', { clusterIP: '300.1.1.1', ports: [port(80)] }),
  create('bad', { ports: [port(80), port(80)] }),
  create('bad', { ports: [port(80, { name: 'a' }), port(80, { name: 'b' })] }),
  create('bad', { ports: [port(80, { name: 'a' }), port(81, { name: 'a' })] }),
  create('bad', {
    ports: [
      port(0),
      port(65_536, { name: 'A' }),
      port(1, { name: 'c', targetPort: 70_000, protocol: 'X' }),
      port(2, { name: 'd', targetPort: 'a b' }),
    ],
  }),
  create('bad', { type: 'NodePort', ports: [port(80, { nodePort: 29_999 })] }),
  create('bad', { type: 'NodePort', ports: [port(80, { nodePort: 32_768 })] }),
  create('edge', { type: 'NodePort', ports: [port(65_535, { nodePort: 32_767 })] }),
  create('bad', { selector: { 'a b': 'c d' }, ports: [port(80)] }),
  create('', { ports: [port(80)] }),
  change('plain', { clusterIP: '10.0.0.99', clusterIPs: ['10.0.0.99'] }),
  change('plain', { clusterIP: '', clusterIPs: null }),
  change('plain', { type: 'NodePort' }),
  change('plain', { ports: [port(80), port(90)].map((each, at) => ({ ...each, name: `p${at}` })) }),
  change('plain', { type: 'ClusterIP' }),
  change('plain', { type: 'ExternalName', externalName: 'x.example.com' }),
  change('plain', { type: 'ClusterIP', externalName: null }),
  change('balanced', { type: 'ClusterIP' }),
  change('node', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }),
  change('elsewhere', { type: 'ClusterIP', ports: [port(80)] }),
  ['PATCH', 'plain/status', { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } }],
  [
    'PATCH',
    'node/status',
    {
      status: {
        loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }, { ip: '1.2.3.5', ipMode: 'Proxy' }] },
      },
    },
  ],
  ['DELETE', 'plain'],
]

const PODS: readonly Write[] = [
  create('plain', { containers: [main()] }),
  create('guaranteed', { containers: [main({ resources: { limits: { cpu: '1', memory: '1Gi' } } })] }),
  create('burstable', {
    containers: [main({ resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } } })],
    initContainers: [main({ name: 'init' })],
  }),
  create('gated', { schedulingGates: [{ name: 'a.example.com/b' }], containers: [main()] }),
  create('tolerant', {
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
      { operator: 'Exists', effect: 'NoSchedule' },
    ],
    priority: 0,
    containers: [main()],
  }),
  create('all', {
    tolerations: [{ operator: 'Exists' }],
    activeDeadlineSeconds: 100,
    terminationGracePeriodSeconds: 5,
    nodeName: 'n',
    containers: [main()],
  }),
  create('bad', {}),
  create('bad', { containers: [main(), main()] }),
  create('bad', { containers: [main()], initContainers: [main(), main({ name: 'i' })] }),
  create('bad', { containers: [{ name: 'A' }, main({ name: 'b', image: ' x ' }), { image: 'x' }] }),
  create('bad', {
    containers: [main({ imagePullPolicy: 'X', terminationMessagePolicy: 'X' })],
    restartPolicy: 'X',
    dnsPolicy: 'X',
  }),
  create('bad', {
    containers: [
      main({
        ports: [
          { containerPort: 0 },
          { containerPort: 65_536, protocol: 'X', name: 'A_' },
          { containerPort: 80, hostPort: 70_000 },
        ],
      }),
    ],
  }),
  create('bad', {
    containers: [
      main({
        ports: [
          { name: 'a', containerPort: 80 },
          { name: 'a', containerPort: 81 },
        ],
      }),
    ],
  }),
  create('bad', {
    containers: [
      main({
        volumeMounts: [
          { name: 'v', mountPath: '/a' },
          { name: 'w', mountPath: '' },
          { name: 'v', mountPath: '/a' },
        ],
      }),
    ],
    volumes: [{ name: 'v', emptyDir: {} }, { name: 'v', emptyDir: {} }, { name: 'B' }],
  }),
  create('bad', {
    containers: [
      main({
        env: [
          { name: '' },
          { name: '1=2' },
          { name: 'a', value: 'x', valueFrom: { fieldRef: { fieldPath: 'x' } } },
        ],
      }),
    ],
  }),
  create('bad', {
    containers: [main({ resources: { requests: { cpu: '2', memory: '-1' }, limits: { cpu: '1' } } })],
  }),
  create('bad', { containers: [main()], nodeSelector: { 'a b': 'c d' }, activeDeadlineSeconds: 0 }),
  create('bad', { containers: [main()], activeDeadlineSeconds: 2 ** 31 }),
  create('edge', {
    containers: [main({ ports: [{ containerPort: 65_535 }, { containerPort: 1 }] })],
    activeDeadlineSeconds: 2 ** 31 - 1,
  }),
  change('plain', { containers: [main({ image: 'example/app:2' })] }),
  change('plain', { containers: [main(), main({ name: 'other' })] }),
  change('plain', { containers: [main({ command: ['x'] })] }),
  change('plain', { activeDeadlineSeconds: 50 }),
  change('plain', { activeDeadlineSeconds: 51 }),
  change('plain', { activeDeadlineSeconds: 50, tolerations: [] }),
  change('plain', { activeDeadlineSeconds: 40 }),
  change('plain', { activeDeadlineSeconds: null }),
  change('plain', { activeDeadlineSeconds: -1 }),
  change('plain', { terminationGracePeriodSeconds: 1 }),
  change('tolerant', { tolerations: [{ key: 'x', operator: 'Exists' }] }),
  change('gated', { schedulingGates: [{ name: 'a.example.com/b' }, { name: 'c.example.com/d' }] }),
  change('gated', { schedulingGates: [] }),
  ['PATCH', 'plain/status', { status: { phase: 'Running', qosClass: null } }],
  [
    'PATCH',
    'plain/ephemeralcontainers',
    { spec: { ephemeralContainers: [{ name: 'debug', image: 'x' }], nodeName: 'ignored' } },
  ],
  ['POST', 'plain/binding', { target: { name: '' } }],
  ['POST', 'plain/binding', { target: { kind: 'Pod', name: 'n' } }],
  ['POST', 'plain/binding', { metadata: { name: 'other' }, target: { name: 'n' } }],
  ['POST', 'gated/binding', { metadata: { annotations: { a: 'b' } }, target: { kind: 'Node', name: 'n' } }],
  ['POST', 'plain/binding', { target: { name: 'n' } }],
  ['POST', 'plain/binding', { target: { name: 'm' } }],
  ['POST', 'plain/eviction', { metadata: { name: 'plain' } }],
  ['DELETE', 'all', { gracePeriodSeconds: 3 }],
  ['DELETE', 'all', { gracePeriodSeconds: 10 }],
  ['POST', 'all/binding', { target: { name: 'n' } }],
  ['DELETE', 'all', { gracePeriodSeconds: 0 }],
  ['DELETE', 'edge', { propagationPolicy: 'Foreground' }],
]

const WORKLOADS: readonly Write[] = [
  create('web', workload()),
  create('bad', workload({ replicas: -1 })),
  create('bad', { template: template({ app: 'web' }) }),
  create('bad', workload({ selector: {} })),
  create('bad', workload({ selector: { matchLabels: { app: 'x' } } })),
  ...(['In', 'NotIn', 'Exists', 'DoesNotExist'] as const).flatMap(operator =>
    ['app', 'tier'].map(key =>
      create(
        `${operator.toLowerCase()}-${key}`,
        workload({
          selector: {
            matchExpressions: [{ key, operator, ...(operator.endsWith('n') ? { values: ['web'] } : {}) }],
          },
        }),
      ),
    ),
  ),
  create('bad', workload({ template: template({ app: 'web' }, { restartPolicy: 'Never' }) })),
  create('bad', workload({ template: template({ app: 'web' }, { containers: [] }) })),
  change('web', {
    selector: { matchLabels: { app: 'web', a: 'b' } },
    template: { metadata: { labels: { a: 'b' } } },
  }),
  change('web', { template: { metadata: { labels: { a: 'b' } } } }),
  ['PATCH', 'web', { metadata: { annotations: { a: 'b' } } }],
  ['PATCH', 'web', { metadata: { labels: { a: 'b' } } }],
  [
    'PATCH',
    'web/status',
    {
      metadata: { annotations: { c: 'd' }, labels: { c: 'd' } },
      status: {
        replicas: 2,
        readyReplicas: 1,
        availableReplicas: 1,
        updatedReplicas: 2,
        observedGeneration: 1,
      },
    },
  ],
  [
    'PATCH',
    'web/status',
    {
      status: {
        replicas: 1,
        readyReplicas: 2,
        availableReplicas: 3,
        updatedReplicas: 4,
        observedGeneration: -1,
      },
    },
  ],
  ['PATCH', 'web/scale', { spec: { replicas: 4 } }],
  ['PATCH', 'web/scale', { spec: { replicas: -4 } }],
  ['DELETE', 'web', { propagationPolicy: 'Orphan' }],
]

const DEPLOYMENTS: readonly Write[] = [
  ...WORKLOADS,
  create('bad', workload({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } })),
  create('recreated', workload({ strategy: { type: 'Recreate' } })),
]

const secret = (name: string, more: object): Write => ['POST', '', { metadata: { name }, ...more }]

const SECRETS: readonly Write[] = [
  secret('plain', { stringData: { a: 'x', b: 'é' }, data: { b: 'eQ==', c: 'eg==' } }),
  secret('empty', { stringData: {} }),
  secret('tls', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }),
  secret('ssh', { type: 'kubernetes.io/ssh-auth' }),
  secret('docker', { type: 'kubernetes.io/dockerconfigjson' }),
  secret('old-docker', { type: 'kubernetes.io/dockercfg' }),
  secret('basic', { type: 'kubernetes.io/basic-auth' }),
  secret('basic', { type: 'kubernetes.io/basic-auth', data: { password: '' } }),
  secret('token', { type: 'kubernetes.io/service-account-token' }),
  secret('bad', { data: { 'a/b': '', '..': '' } }),
  ['PATCH', 'plain', { type: 'other' }],
  ['PATCH', 'plain', { stringData: { a: 'y' } }],
  ['PATCH', 'plain', { immutable: true }],
  ['PATCH', 'plain', { stringData: { a: 'z' } }],
  ['PATCH', 'plain', { immutable: false }],
  ['PATCH', 'plain', { immutable: null, data: { d: 'eA==' } }],
  ['PATCH', 'plain', { metadata: { labels: { a: 'b' } } }],
]

const CONFIG_MAPS: readonly Write[] = [
  secret('plain', { data: { a: 'x' }, binaryData: { b: 'eA==' } }),
  secret('bad', { data: { a: 'x' }, binaryData: { a: 'eA==' } }),
  secret('bad', { data: { 'a/b': 'x' }, binaryData: { 'c/d': 'eA==' } }),
  ['PATCH', 'plain', { immutable: true }],
  ['PATCH', 'plain', { data: { a: 'y' } }],
  ['PATCH', 'plain', { binaryData: null, immutable: false }],
]

const METADATA: readonly Write[] = [
  ['POST', '', { metadata: { name: 'A', labels: { 'a b': 'c d' }, annotations: { 'A/b': '' } } }],
  ['POST', '', { metadata: { generateName: 'Web-', finalizers: ['x', 'a/b', 'orphan'] } }],
  ['POST', '', { metadata: { name: 'x'.repeat(254), generation: -1 } }],
  [
    'POST',
    '',
    {
      metadata: { generateName: 'x'.repeat(300), deletionTimestamp: '2026-01-01T00:00:00Z', selfLink: '/x' },
    },
  ],
  [
    'POST',
    '',
    {
      metadata: {
        name: 'owned',
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true },
          { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'v', controller: true },
        ],
      },
    },
  ],
  [
    'POST',
    '',
    {
      metadata: {
        name: 'owned',
        ownerReferences: [
          { apiVersion: '', kind: '', name: '', uid: '' },
          { apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' },
        ],
      },
    },
  ],
  ['POST', '', { metadata: { name: 'a', namespace: 'other' } }],
  ['POST', '', { metadata: { name: 'a', finalizers: ['example.com/f'] } }],
  ['PUT', 'a', { metadata: { name: 'a', uid: 'other' } }],
  ['PUT', 'a', { metadata: { name: 'a', generation: 7, creationTimestamp: '2020-01-01T00:00:00Z' } }],
  ['PATCH', 'a', { metadata: { finalizers: ['example.com/f', 'example.com/g'] } }],
  ['DELETE', 'a', { propagationPolicy: 'Foreground', preconditions: { uid: 'x' } }],
  ['DELETE', 'a', { propagationPolicy: 'Foreground' }],
  ['DELETE', 'a', { propagationPolicy: 'Orphan' }],
  ['DELETE', 'a', { orphanDependents: true, propagationPolicy: 'Orphan' }],
  ['PATCH', 'a', { metadata: { finalizers: ['example.com/h'] } }],
  ['PATCH', 'a', { metadata: { deletionGracePeriodSeconds: 5, labels: { a: 'b' } } }],
  ['PATCH', 'a', { metadata: { finalizers: null } }],
]

const LEASES: readonly Write[] = [
  create('a', {
    leaseDurationSeconds: 15,
    leaseTransitions: 0,
    strategy: 'OldestEmulationVersion',
    preferredHolder: 'x',
  }),
  create('bad', { leaseDurationSeconds: 0, leaseTransitions: -1 }),
  change('a', { holderIdentity: 'h', leaseTransitions: 1, preferredHolder: 'y' }),
  change('a', { leaseDurationSeconds: -1 }),
  ['POST', '', { metadata: { name: 'empty' } }],
]

const JOBS: readonly Write[] = [
  create('plain', { template: template({ a: 'b' }, { restartPolicy: 'Never' }) }),
  create('manual', {
    manualSelector: true,
    selector,
    template: template({ app: 'web' }, { restartPolicy: 'Never' }),
  }),
  ['PATCH', 'plain', { spec: { parallelism: 2 } }],
  ['DELETE', 'plain'],
]

const APPS = '/apis/apps/v1/namespaces/default'

// The messages are those that tests/conformance/differential compares with a real server.
test.each([
  ['services', '/api/v1/namespaces/default/services', SERVICES],
  ['pods', '/api/v1/namespaces/default/pods', PODS],
  ['secrets', '/api/v1/namespaces/default/secrets', SECRETS],
  ['config-maps', '/api/v1/namespaces/default/configmaps', CONFIG_MAPS],
  ['metadata', '/api/v1/namespaces/default/configmaps', METADATA],
  ['deployments', `${APPS}/deployments`, DEPLOYMENTS],
  ['daemon-sets', `${APPS}/daemonsets`, WORKLOADS],
  ['leases', '/apis/coordination.k8s.io/v1/namespaces/default/leases', LEASES],
  ['jobs', '/apis/batch/v1/namespaces/default/jobs', JOBS],
] as const)('writes of %s have the recorded answers', async (name, path, writes) => {
  await expect(await recordingOf(path, writes)).toMatchFileSnapshot(`recorded/${name}.txt`)
})
