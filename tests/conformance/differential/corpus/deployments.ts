import type { Subject } from '../generate/subject.ts'
import type { JsonObject } from '../json.ts'

const template = (app: string, containers: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app } },
  spec: { containers, ...more },
})

const deployment = (app: string, containers: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app } },
  spec: { selector: { matchLabels: { app } }, template: template(app, containers), ...more },
})

const ready = [
  {
    type: 'Available',
    status: 'True',
    reason: 'MinimumReplicasAvailable',
    message: 'ok',
    lastUpdateTime: '2024-05-01T10:00:00Z',
    lastTransitionTime: '2024-05-01T10:00:00Z',
  },
]

const nginx: JsonObject = { name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }

const manifests: readonly JsonObject[] = [
  deployment('nginx', [nginx], { replicas: 3 }),
  deployment('nginx', [nginx]),
  deployment(
    'api',
    [
      {
        name: 'api',
        image: 'registry.example.com/api:v2',
        env: [
          { name: 'PORT', value: '8080' },
          { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        ],
        ports: [
          { name: 'http', containerPort: 8080 },
          { name: 'metrics', containerPort: 9090 },
        ],
        readinessProbe: { httpGet: { path: '/ready', port: 'http', scheme: 'HTTPS' } },
        resources: { requests: { cpu: '250m', memory: '0.5Gi' }, limits: { cpu: 1, memory: '1Gi' } },
      },
    ],
    {
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      minReadySeconds: 10,
    },
  ),
  deployment('worker', [{ name: 'worker', image: 'worker', command: ['work'] }], {
    replicas: 0,
    strategy: { type: 'Recreate' },
    revisionHistoryLimit: 3,
    progressDeadlineSeconds: 120,
    paused: true,
  }),
  deployment('surge', [nginx], { strategy: { rollingUpdate: { maxSurge: '50%' } } }),
  {
    metadata: { labels: { app: 'expr' }, annotations: { 'deployment.kubernetes.io/revision': '1' } },
    spec: {
      selector: {
        matchExpressions: [{ key: 'app', operator: 'In', values: ['expr', 'other'] }],
        matchLabels: { part: 'x' },
      },
      template: {
        metadata: { labels: { app: 'expr', part: 'x' } },
        spec: { containers: [nginx], volumes: [{ name: 'tmp', emptyDir: {} }] },
      },
    },
  },
  {
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'full' } },
      template: template('full', [{ ...nginx, volumeMounts: [{ name: 'cfg', mountPath: '/cfg' }] }], {
        volumes: [{ name: 'cfg', configMap: { name: 'cfg' } }],
        securityContext: { runAsUser: 1000 },
        serviceAccountName: 'robot',
        terminationGracePeriodSeconds: 60,
        initContainers: [{ name: 'init', image: 'busybox' }],
        nodeSelector: { pool: 'a' },
      }),
    },
  },
  deployment(
    'pair',
    [nginx, { name: 'side', image: 'side:1', livenessProbe: { exec: { command: ['true'] } } }],
    { replicas: 5 },
  ),
]

export const deployments: Subject = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  depth: 'full',
  hasScale: true,
  manifests,
  fields: [
    { path: ['spec', 'replicas'], values: [0, 1, 5] },
    { path: ['spec', 'paused'], values: [true, false] },
    { path: ['spec', 'minReadySeconds'], values: [0, 5] },
    { path: ['spec', 'revisionHistoryLimit'], values: [2] },
    {
      path: ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'],
      values: ['2024-05-01T10:00:00Z'],
    },
    { path: ['spec', 'template', 'spec', 'containers', 0, 'image'], values: ['nginx:1.28', 'other:latest'] },
    {
      path: ['spec', 'strategy'],
      values: [{ type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: '10%' } }],
    },
    { path: ['status'], values: [{ replicas: 7 }] },
  ],
  badFields: [
    { path: ['spec', 'replicas'], values: ['three', 1.5, -1, 3000000000] },
    { path: ['spec', 'paused'], values: ['no'] },
    { path: ['spec', 'template'], values: ['x', []] },
    { path: ['spec', 'template', 'spec', 'containers', 0, 'bogus'], values: [1] },
    { path: ['spec', 'bogus'], values: [1] },
    { path: ['spec', 'strategy', 'type'], values: [7] },
    { path: ['spec', 'strategy', 'rollingUpdate'], values: [{ maxSurge: true }] },
    { path: ['spec', 'selector'], values: ['app=x', []] },
    { path: ['spec', 'selector', 'matchLabels', 'app'], values: ['changed'] },
  ],
  statusFields: [
    { path: ['status', 'replicas'], values: [1, 3] },
    { path: ['status', 'readyReplicas'], values: [1] },
    { path: ['status', 'observedGeneration'], values: [1, 2] },
    { path: ['status', 'conditions'], values: [ready] },
    { path: ['status', 'bogus'], values: [1] },
  ],
  strategicPatches: [
    { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.29' }] } } } },
    {
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'nginx',
                env: [
                  { name: 'A', value: 'b' },
                  { name: 'C', value: 'd' },
                ],
              },
            ],
          },
        },
      },
    },
    {
      spec: {
        template: { spec: { containers: [{ name: 'nginx', env: [{ name: 'A', $patch: 'delete' }] }] } },
      },
    },
    { spec: { template: { spec: { containers: [{ name: 'extra', image: 'extra:1' }] } } } },
    { spec: { template: { spec: { containers: [{ name: 'extra', $patch: 'delete' }] } } } },
    { spec: { template: { spec: { containers: [{ name: 'nginx', ports: [{ containerPort: 443 }] }] } } } },
    { spec: { template: { spec: { $setElementOrder: [], volumes: [{ name: 'v', emptyDir: {} }] } } } },
    {
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'first' }, { name: 'nginx' }],
            containers: [{ name: 'first', image: 'first:1' }],
          },
        },
      },
    },
    { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
    { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } },
    { spec: { template: { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } } } },
    { spec: { replicas: null } },
  ],
  configurations: [
    deployment('nginx', [nginx], { replicas: 3 }),
    deployment('nginx', [nginx]),
    deployment('nginx', [{ ...nginx, image: 'nginx:1.30' }], { replicas: 4 }),
    deployment('nginx', [{ ...nginx, env: [{ name: 'A', value: '1' }] }]),
    { spec: { replicas: 6 } },
    { metadata: { annotations: { applied: 'yes' } } },
  ],
}
