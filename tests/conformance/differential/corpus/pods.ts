import type { Subject } from '../generate/subject.ts'
import type { JsonObject } from '../json.ts'

const web: JsonObject = {
  metadata: { labels: { app: 'web', tier: 'front' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'nginx:1.27',
        ports: [{ containerPort: 80, name: 'http' }],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        readinessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 5 },
        livenessProbe: { tcpSocket: { port: 80 }, initialDelaySeconds: 10 },
      },
    ],
  },
}

const withSidecar: JsonObject = {
  metadata: { labels: { app: 'api' }, annotations: { 'prometheus.io/scrape': 'true' } },
  spec: {
    initContainers: [
      {
        name: 'migrate',
        image:
          'registry.example.com/migrate@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        args: ['--up'],
      },
      { name: 'proxy', image: 'envoy:v1.30', restartPolicy: 'Always', ports: [{ containerPort: 15001 }] },
    ],
    containers: [
      {
        name: 'api',
        image: 'registry.example.com/api:latest',
        command: ['/bin/api'],
        env: [
          { name: 'LOG_LEVEL', value: 'info' },
          { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } },
          { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        ],
        envFrom: [{ configMapRef: { name: 'api-config', optional: true } }],
        volumeMounts: [
          { name: 'data', mountPath: '/data' },
          { name: 'config', mountPath: '/etc/api', readOnly: true },
        ],
      },
      {
        name: 'log',
        image: 'fluent-bit',
        volumeMounts: [{ name: 'data', mountPath: '/data', subPath: 'logs' }],
      },
    ],
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
      { name: 'config', configMap: { name: 'api-config', items: [{ key: 'a', path: 'a.conf' }] } },
    ],
    serviceAccountName: 'api',
  },
}

const secured: JsonObject = {
  spec: {
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 2000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    automountServiceAccountToken: false,
    containers: [
      {
        name: 'main',
        image: 'busybox:1.36',
        command: ['sleep', '3600'],
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
          readOnlyRootFilesystem: true,
        },
      },
    ],
    terminationGracePeriodSeconds: 5,
  },
}

const scheduled: JsonObject = {
  metadata: { labels: { app: 'cache' } },
  spec: {
    nodeName: 'node-1',
    containers: [
      {
        name: 'redis',
        image: 'redis:7',
        imagePullPolicy: 'Always',
        resources: { limits: { cpu: '1', memory: '1Gi' } },
      },
    ],
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'cache', effect: 'NoSchedule' }],
    restartPolicy: 'OnFailure',
  },
}

const affine: JsonObject = {
  spec: {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }] },
          ],
        },
      },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 50,
            podAffinityTerm: {
              topologyKey: 'kubernetes.io/hostname',
              labelSelector: { matchLabels: { app: 'web' } },
            },
          },
        ],
      },
    },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
    nodeSelector: { disktype: 'ssd' },
    containers: [{ name: 'web', image: 'nginx' }],
  },
}

const volumes: JsonObject = {
  spec: {
    serviceAccountName: 'robot',
    containers: [
      {
        name: 'all',
        image: 'alpine:3',
        volumeMounts: ['secret', 'host', 'claim', 'projected', 'info'].map(name => ({
          name,
          mountPath: `/${name}`,
        })),
      },
    ],
    volumes: [
      { name: 'secret', secret: { secretName: 'tls', defaultMode: 256 } },
      { name: 'host', hostPath: { path: '/var/log' } },
      { name: 'claim', persistentVolumeClaim: { claimName: 'data' } },
      {
        name: 'projected',
        projected: {
          sources: [
            { serviceAccountToken: { path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          ],
        },
      },
      {
        name: 'info',
        downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] },
      },
    ],
  },
}

const hostNetwork: JsonObject = {
  spec: {
    hostNetwork: true,
    hostAliases: [{ ip: '10.1.2.3', hostnames: ['db.local'] }],
    dnsPolicy: 'ClusterFirstWithHostNet',
    containers: [
      {
        name: 'agent',
        image: 'agent:2',
        ports: [
          { containerPort: 9100, protocol: 'TCP' },
          { containerPort: 53, protocol: 'UDP' },
        ],
      },
    ],
  },
}

const hooks: JsonObject = {
  spec: {
    containers: [
      {
        name: 'app',
        image: 'app:v1',
        lifecycle: {
          preStop: { exec: { command: ['sh', '-c', 'sleep 5'] } },
          postStart: { httpGet: { port: 8080, path: '/started' } },
        },
        startupProbe: { exec: { command: ['true'] }, failureThreshold: 30 },
        livenessProbe: { grpc: { port: 9000 } },
        terminationMessagePolicy: 'FallbackToLogsOnError',
        stdin: true,
        tty: true,
        workingDir: '/app',
      },
    ],
    activeDeadlineSeconds: 600,
    hostname: 'app',
    subdomain: 'apps',
    shareProcessNamespace: true,
    dnsConfig: { nameservers: ['1.1.1.1'], options: [{ name: 'ndots', value: '2' }] },
  },
}

const guaranteed: JsonObject = {
  spec: {
    containers: [
      {
        name: 'g',
        image: 'g',
        resources: { limits: { cpu: '0.5', memory: '64Mi', 'ephemeral-storage': '1Gi' } },
      },
    ],
  },
}

const gated: JsonObject = {
  spec: {
    schedulingGates: [{ name: 'example.com/wait' }],
    containers: [{ name: 'c', image: 'c:1' }],
  },
}

const bare: JsonObject = { spec: { containers: [{ name: 'bare', image: 'bare' }] } }

const oneShot: JsonObject = {
  spec: {
    restartPolicy: 'Never',
    containers: [
      {
        name: 'job',
        image: 'job:1',
        args: ['--once'],
        env: [{ name: 'EMPTY' }, { name: 'QUOTED', value: '"x"' }],
      },
    ],
    imagePullSecrets: [{ name: 'registry' }],
    enableServiceLinks: false,
  },
}

const ready = [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-05-01T10:00:00Z' }]

export const pods: Subject = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
  depth: 'full',
  manifests: [
    web,
    withSidecar,
    secured,
    scheduled,
    affine,
    volumes,
    hostNetwork,
    hooks,
    guaranteed,
    gated,
    bare,
    oneShot,
  ],
  fields: [
    { path: ['spec', 'containers', 0, 'image'], values: ['nginx:1.28', 'redis'] },
    { path: ['metadata', 'labels', 'app'], values: ['web', 'other'] },
    { path: ['spec', 'activeDeadlineSeconds'], values: [300] },
  ],
  badFields: [
    { path: ['spec', 'containers'], values: ['x', {}] },
    { path: ['spec', 'containers', 0, 'bogus'], values: [1] },
    { path: ['spec', 'containers', 0, 'image'], values: [7] },
    { path: ['spec', 'containers', 0, 'ports'], values: [[{ containerPort: 'http' }], 'x'] },
    { path: ['spec', 'containers', 0, 'env'], values: [[{ name: 'A', value: 7 }], {}] },
    { path: ['spec', 'bogus'], values: [1] },
    { path: ['spec', 'hostNetwork'], values: ['yes'] },
    { path: ['spec', 'terminationGracePeriodSeconds'], values: ['soon', 1.5] },
    { path: ['spec'], values: ['x', []] },
  ],
  statusFields: [
    { path: ['status', 'phase'], values: ['Running', 'Succeeded'] },
    { path: ['status', 'podIP'], values: ['10.244.0.7'] },
    { path: ['status', 'conditions'], values: [ready] },
    {
      path: ['status', 'containerStatuses'],
      values: [
        [
          {
            name: 'web',
            ready: true,
            restartCount: 2,
            image: 'nginx',
            imageID: 'x',
            state: { running: { startedAt: '2024-05-01T10:00:00Z' } },
          },
        ],
      ],
    },
    { path: ['status', 'bogus'], values: [1] },
  ],
  fieldSelectors: [
    'spec.nodeName=node-1',
    'status.phase=Pending',
    'status.phase!=Running',
    'spec.restartPolicy=Always',
  ],
  strategicPatches: [
    { spec: { containers: [{ name: 'web', image: 'nginx:1.29' }] } },
    { spec: { tolerations: [{ key: 'more', operator: 'Exists' }] } },
    { status: { phase: 'Running' } },
    { metadata: { labels: { $patch: 'replace', only: 'this' } } },
    { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u-1' }] } },
    { spec: { containers: [{ image: 'no name' }] } },
  ],
  configurations: [
    bare,
    { spec: { containers: [{ name: 'web', image: 'nginx:1.27', env: [{ name: 'A', value: '1' }] }] } },
    {
      metadata: { labels: { app: 'applied' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }] },
    },
    web,
  ],
}
