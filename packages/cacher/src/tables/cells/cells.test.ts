import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { CELLS } from './all-cells.ts'

const NOW = Date.UTC(2026, 0, 1, 1)
const time = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const isTrue = (...types: readonly string[]) => types.map(type => ({ type, status: 'True' }))
const metrics = (...all: readonly object[]) => ({ spec: { metrics: all } })

type Row = readonly [kind: string, object: object, cells: Readonly<Record<string, unknown>>]

const WORKLOADS: readonly Row[] = [
  [
    'apps/Deployment',
    {
      spec: {
        replicas: 3,
        template: {
          spec: {
            containers: [
              { name: 'a', image: 'x' },
              { name: 'b', image: 'y' },
            ],
          },
        },
      },
      status: { readyReplicas: 2 },
    },
    { Ready: '2/3', Containers: 'a,b', Images: 'x,y', Available: 0 },
  ],
  [
    'apps/Deployment',
    {
      spec: {
        selector: {
          matchLabels: { a: 'b' },
          matchExpressions: [
            { key: 'c', operator: 'In', values: ['x', 'y'] },
            { key: 'd', operator: 'Gt' },
          ],
        },
      },
    },
    { Selector: 'a=b,c in (x,y)' },
  ],
  ['apps/Deployment', { spec: { selector: {} } }, { Selector: '<none>' }],
  ['apps/Deployment', {}, { Selector: '<none>', Ready: '0/0' }],
  ['/ReplicationController', { spec: { selector: { b: 'y', a: 'x' } } }, { Selector: 'a=x,b=y' }],
  ['/ReplicationController', { spec: { selector: {} } }, { Selector: '<none>' }],
  ['apps/StatefulSet', { spec: { replicas: 3 }, status: { readyReplicas: 1 } }, { Ready: '1/3' }],
  [
    'apps/ControllerRevision',
    {
      metadata: {
        ownerReferences: [
          { kind: 'X', name: 'x' },
          { kind: 'DaemonSet', name: 'd', apiVersion: 'apps/v1', controller: true },
        ],
      },
      revision: 4,
    },
    { Controller: 'daemonset.apps/d', Revision: 4 },
  ],
  [
    'apps/ControllerRevision',
    { metadata: { ownerReferences: [{ kind: 'Node', name: 'n', apiVersion: 'v1', controller: true }] } },
    { Controller: 'node/n' },
  ],
  ['apps/ControllerRevision', {}, { Controller: '<none>' }],
  ['batch/Job', { status: { conditions: isTrue('Failed', 'Complete') } }, { Status: 'Complete' }],
  [
    'batch/Job',
    { metadata: { deletionTimestamp: time(0) }, status: { conditions: isTrue('Failed') } },
    { Status: 'Failed' },
  ],
  [
    'batch/Job',
    { metadata: { deletionTimestamp: time(0) }, status: { conditions: isTrue('Suspended') } },
    { Status: 'Terminating' },
  ],
  [
    'batch/Job',
    { status: { conditions: isTrue('SuccessCriteriaMet', 'FailureTarget') } },
    { Status: 'FailureTarget' },
  ],
  ['batch/Job', { status: { conditions: [{ type: 'Complete', status: 'False' }] } }, { Status: 'Running' }],
  ['batch/Job', { spec: { completions: 0, parallelism: 2 } }, { Completions: '0/0' }],
  ['batch/Job', { spec: { parallelism: 2 }, status: { succeeded: 1 } }, { Completions: '1/1 of 2' }],
  ['batch/Job', { spec: { parallelism: 1 } }, { Completions: '0/1' }],
  ['batch/Job', { status: { startTime: time(0), completionTime: time(3) } }, { Duration: '3m' }],
  ['batch/Job', { status: { startTime: time(50) } }, { Duration: '10m' }],
  ['batch/Job', {}, { Duration: '' }],
  [
    'batch/CronJob',
    { spec: { suspend: false }, status: { active: [{}, {}], lastScheduleTime: time(55) } },
    { Suspend: 'False', Active: 2, 'Last Schedule': '5m', Timezone: '<none>' },
  ],
  [
    'batch/CronJob',
    { spec: { suspend: true, timeZone: 'UTC' } },
    { Suspend: 'True', 'Last Schedule': '<none>', Timezone: 'UTC' },
  ],
  ['batch/CronJob', {}, { Suspend: '<unset>' }],
]

const CLUSTER: readonly Row[] = [
  [
    '/Node',
    { status: { conditions: isTrue('Ready') } },
    { Status: 'Ready', Roles: '<none>', 'OS-Image': '<unknown>' },
  ],
  [
    '/Node',
    { spec: { unschedulable: true }, status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } },
    { Status: 'NotReady,SchedulingDisabled' },
  ],
  [
    '/Node',
    {
      metadata: {
        labels: {
          'node-role.kubernetes.io/worker': '',
          'node-role.kubernetes.io/control-plane': '',
          'node-role.kubernetes.io/': '',
          'kubernetes.io/role': 'worker',
          other: 'x',
        },
      },
    },
    { Status: 'Unknown', Roles: 'control-plane,worker' },
  ],
  [
    '/Node',
    {
      metadata: { labels: { 'kubernetes.io/role': '' } },
      status: {
        addresses: [
          { type: 'ExternalIP', address: '1' },
          { type: 'InternalIP', address: '2' },
        ],
      },
    },
    { Roles: '<none>', 'Internal-IP': '2', 'External-IP': '1' },
  ],
  [
    '/Event',
    {
      firstTimestamp: time(50),
      lastTimestamp: time(55),
      count: 3,
      involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
      source: { component: 'kubelet', host: 'n' },
      message: ' hello\n',
    },
    {
      'First Seen': '10m',
      'Last Seen': '5m',
      Count: 3,
      Object: 'pod/p',
      Subobject: 'spec',
      Source: 'kubelet, n',
      Message: 'hello',
    },
  ],
  [
    'events.k8s.io/Event',
    {
      deprecatedFirstTimestamp: time(40),
      deprecatedLastTimestamp: time(50),
      deprecatedCount: 4,
      regarding: { kind: 'Pod' },
      deprecatedSource: { component: 'x' },
      note: 'n',
    },
    { 'First Seen': '20m', 'Last Seen': '10m', Count: 4, Object: 'pod', Source: 'x', Message: 'n' },
  ],
  [
    'events.k8s.io/Event',
    {
      eventTime: time(40),
      series: { count: 7, lastObservedTime: time(58) },
      lastTimestamp: time(50),
      count: 2,
      reportingController: 'c',
      reportingInstance: 'i',
    },
    { 'First Seen': '20m', 'Last Seen': '2m', Count: 7, Source: 'c, i' },
  ],
  [
    'events.k8s.io/Event',
    { eventTime: time(40), reportingComponent: 'r', reportingController: 'c' },
    { 'First Seen': '20m', 'Last Seen': '20m', Count: 1, Source: 'r' },
  ],
  [
    'apiextensions.k8s.io/CustomResourceDefinition',
    {
      spec: {
        versions: [
          { name: 'v1', storage: true },
          { name: 'v2', storage: false },
        ],
        names: { shortNames: ['a', 'b'] },
      },
      status: { conditions: isTrue('Established') },
    },
    { Versions: 'v1(storage),v2', ShortNames: 'a,b', Established: true },
  ],
  [
    'apiextensions.k8s.io/CustomResourceDefinition',
    { status: { conditions: [{ type: 'Established', status: 'False' }] } },
    { Established: false, Versions: '' },
  ],
  [
    'apiregistration.k8s.io/APIService',
    {
      spec: { service: { namespace: 'n', name: 's' } },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'Why' }] },
    },
    { Service: 'n/s', Available: 'False (Why)' },
  ],
  [
    'apiregistration.k8s.io/APIService',
    { status: { conditions: isTrue('Available') } },
    { Service: 'Local', Available: 'True' },
  ],
  ['apiregistration.k8s.io/APIService', {}, { Available: 'Unknown' }],
]

const CONFIG: readonly Row[] = [
  ['/ConfigMap', { data: { a: '', b: '' }, binaryData: { c: '' } }, { Data: 3 }],
  ['/Secret', { type: 'Opaque', data: { a: '' } }, { Type: 'Opaque', Data: 1 }],
  [
    '/ResourceQuota',
    {
      status: {
        hard: { 'requests.cpu': '2', pods: '10', 'limits.memory': '3', 'limits.cpu': '1' },
        used: { pods: '1', 'limits.cpu': '1' },
      },
    },
    { Request: 'pods: 1/10, requests.cpu: 0/2', Limit: 'limits.cpu: 1/1, limits.memory: 0/3' },
  ],
  [
    'rbac.authorization.k8s.io/RoleBinding',
    {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'User', name: 'v' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', namespace: 'n', name: 's' },
      ],
    },
    { Role: 'Role/r', Users: 'u, v', Groups: 'g', ServiceAccounts: 'n/s' },
  ],
  [
    'policy/PodDisruptionBudget',
    { spec: { minAvailable: 0, maxUnavailable: null }, status: { disruptionsAllowed: 2 } },
    { 'Min Available': '0', 'Max Unavailable': 'N/A', 'Allowed Disruptions': 2 },
  ],
  [
    'policy/PodDisruptionBudget',
    { spec: { maxUnavailable: '10%' } },
    { 'Min Available': 'N/A', 'Max Unavailable': '10%' },
  ],
  [
    'scheduling.k8s.io/PriorityClass',
    { value: 5, globalDefault: true },
    { Value: 5, 'Global-Default': true },
  ],
  ['scheduling.k8s.io/PriorityClass', {}, { Value: 0, 'Global-Default': false }],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', { webhooks: [{}, {}] }, { Webhooks: 2 }],
  [
    'storage.k8s.io/StorageClass',
    {
      metadata: { name: 's', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      allowVolumeExpansion: true,
    },
    { Name: 's (default)', ReclaimPolicy: 'Delete', AllowVolumeExpansion: true },
  ],
  [
    'storage.k8s.io/StorageClass',
    { metadata: { name: 's', annotations: { 'storageclass.kubernetes.io/is-default-class': 'false' } } },
    { Name: 's', VolumeBindingMode: 'Immediate', AllowVolumeExpansion: false },
  ],
  [
    'storage.k8s.io/CSIDriver',
    {},
    {
      AttachRequired: true,
      PodInfoOnMount: false,
      StorageCapacity: false,
      TokenRequests: '<unset>',
      RequiresRepublish: false,
      Modes: '<none>',
    },
  ],
  [
    'storage.k8s.io/CSIDriver',
    {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        requiresRepublish: true,
        tokenRequests: [{ audience: 'a' }, { audience: 'b' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
    {
      AttachRequired: false,
      PodInfoOnMount: true,
      StorageCapacity: true,
      TokenRequests: 'a,b',
      RequiresRepublish: true,
      Modes: 'Persistent,Ephemeral',
    },
  ],
  ['storage.k8s.io/CSIDriver', { spec: { volumeLifecycleModes: [] } }, { Modes: '<none>' }],
  ['storage.k8s.io/VolumeAttachment', { status: { attached: true } }, { Attached: true }],
  ['storage.k8s.io/VolumeAttachment', {}, { Attached: false }],
]

const AUTOSCALERS: readonly Row[] = (
  [
    [{}, '<none>'],
    [{ spec: { targetCPUUtilizationPercentage: 80 } }, 'cpu: <unknown>/80%'],
    [
      { spec: { targetCPUUtilizationPercentage: 80 }, status: { currentCPUUtilizationPercentage: 0 } },
      'cpu: 0%/80%',
    ],
    [
      metrics({ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 70 } } }),
      'cpu: <unknown>/70%',
    ],
    [metrics({ type: 'Resource', resource: { name: 'cpu', target: {} } }), 'cpu: <unknown>/<auto>'],
    [
      {
        ...metrics({ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 70 } } }),
        status: { currentMetrics: [{ resource: { current: { averageUtilization: 0 } } }] },
      },
      'cpu: 0%/70%',
    ],
    [
      metrics({
        type: 'ContainerResource',
        containerResource: { name: 'memory', target: { averageValue: '1Gi' } },
      }),
      'memory: <unknown>/1Gi',
    ],
    [
      metrics(
        { type: 'Pods', pods: { target: { averageValue: '10' } } },
        { type: 'Pods', pods: {} },
        { type: 'X' },
      ),
      '<unknown>/10, <unknown> + 1 more...',
    ],
    [
      metrics({ type: 'Object', object: { target: { value: '5' } } }, { type: 'X' }),
      '<unknown>/5, <unknown type>',
    ],
    [
      {
        ...metrics({ type: 'External', external: { target: { averageValue: '5' } } }),
        status: { currentMetrics: [{ external: { current: { averageValue: '3' } } }] },
      },
      '3/5 (avg)',
    ],
  ] as const
).map(([object, Targets]) => ['autoscaling/HorizontalPodAutoscaler', object, { Targets }])

const NETWORK: readonly Row[] = [
  [
    '/Service',
    {
      spec: {
        type: 'ClusterIP',
        ports: [
          { port: 80, protocol: 'TCP' },
          { port: 81, nodePort: 30000, protocol: 'UDP' },
        ],
        selector: { a: 'b' },
      },
    },
    { 'Cluster-IP': '<none>', 'External-IP': '<none>', 'Port(s)': '80/TCP,81:30000/UDP', Selector: 'a=b' },
  ],
  [
    '/Service',
    { spec: { type: 'ClusterIP', externalIPs: ['1', '2'] } },
    { 'External-IP': '1,2', 'Port(s)': '<none>', Selector: '<none>' },
  ],
  [
    '/Service',
    { spec: { type: 'ExternalName', externalName: 'x.com', externalIPs: ['1'] } },
    { 'External-IP': 'x.com' },
  ],
  ['/Service', { spec: { type: 'LoadBalancer' } }, { 'External-IP': '<pending>' }],
  [
    '/Service',
    {
      spec: { type: 'LoadBalancer', externalIPs: ['1'] },
      status: { loadBalancer: { ingress: [{ hostname: 'h' }, { ip: '9' }, { ip: '9' }, {}] } },
    },
    { 'External-IP': '9,h,1' },
  ],
  [
    '/Endpoints',
    { subsets: [{ addresses: [{ ip: '1' }, { ip: '::2' }], ports: [{ port: 80 }, { port: 81 }] }] },
    { Endpoints: '1:80,[::2]:80,1:81 + 1 more...' },
  ],
  [
    '/Endpoints',
    { subsets: [{ addresses: [{ ip: '1' }, { ip: '2' }, { ip: '3' }] }] },
    { Endpoints: '1,2,3' },
  ],
  ['/Endpoints', {}, { Endpoints: '<none>' }],
  [
    'discovery.k8s.io/EndpointSlice',
    { ports: [{ port: 80 }, {}], endpoints: [{ addresses: ['1', '2'] }, { addresses: ['3', '4', '5'] }] },
    { Ports: '80,*', Endpoints: '1,2,3 + 2 more...' },
  ],
  ['discovery.k8s.io/EndpointSlice', {}, { Ports: '<unset>', Endpoints: '<unset>' }],
  [
    'networking.k8s.io/Ingress',
    { spec: { rules: [{ host: 'a' }, {}, { host: 'b' }], tls: [{}] } },
    { Class: '<none>', Hosts: 'a,b', Ports: '80, 443' },
  ],
  ['networking.k8s.io/Ingress', {}, { Hosts: '*', Ports: '80' }],
  [
    'networking.k8s.io/IngressClass',
    { spec: { parameters: { kind: 'P', apiGroup: 'g', name: 'x' } } },
    { Parameters: 'P.g/x' },
  ],
  [
    'networking.k8s.io/IngressClass',
    { spec: { parameters: { kind: 'P', name: 'x' } } },
    { Parameters: 'P/x' },
  ],
  ['networking.k8s.io/IngressClass', {}, { Parameters: '<none>' }],
]

const VOLUMES: readonly Row[] = [
  [
    '/PersistentVolume',
    {
      spec: {
        accessModes: ['ReadWriteMany', 'ReadWriteOnce', 'X'],
        claimRef: { namespace: 'n', name: 'c' },
        storageClassName: 's',
      },
      status: { phase: 'Bound' },
    },
    { 'Access Modes': 'RWO,RWX', Claim: 'n/c', StorageClass: 's', Status: 'Bound', VolumeMode: '<unset>' },
  ],
  [
    '/PersistentVolume',
    {
      metadata: {
        deletionTimestamp: time(0),
        annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' },
      },
      spec: { storageClassName: 's' },
    },
    { Status: 'Terminating', Claim: '', StorageClass: 'old' },
  ],
  [
    '/PersistentVolumeClaim',
    { spec: { volumeName: 'v' }, status: { accessModes: ['ReadWriteOncePod'] } },
    { Capacity: '0', 'Access Modes': 'RWOP' },
  ],
  [
    '/PersistentVolumeClaim',
    { status: { accessModes: ['ReadOnlyMany'], capacity: { storage: '1Gi' } } },
    { Capacity: '', 'Access Modes': '' },
  ],
  [
    '/PersistentVolumeClaim',
    { spec: { volumeName: 'v' }, status: { accessModes: ['ReadOnlyMany'], capacity: { storage: '1Gi' } } },
    { Capacity: '1Gi', 'Access Modes': 'ROX' },
  ],
]

const POLICIES: readonly Row[] = [
  [
    'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
    { spec: { validations: [{}, {}], paramKind: { kind: 'K', apiVersion: 'g/v1' } } },
    { Validations: 2, ParamKind: 'g/v1/K' },
  ],
  [
    'admissionregistration.k8s.io/MutatingAdmissionPolicy',
    { spec: { mutations: [{}] } },
    { Mutations: 1, ParamKind: '<unset>' },
  ],
  [
    'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
    { spec: { paramRef: { namespace: 'n', name: 'p' } } },
    { ParamRef: 'n/p' },
  ],
  [
    'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
    { spec: { paramRef: { name: 'p' } } },
    { ParamRef: 'p' },
  ],
  [
    'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
    { spec: { paramRef: { namespace: 'n' } } },
    { ParamRef: '<unset>' },
  ],
  [
    'networking.k8s.io/IPAddress',
    { spec: { parentRef: { group: 'g', resource: 'services', namespace: 'n', name: 's' } } },
    { ParentRef: 'services.g/n/s' },
  ],
  [
    'networking.k8s.io/IPAddress',
    { spec: { parentRef: { resource: 'nodes', name: 's' } } },
    { ParentRef: 'nodes/s' },
  ],
  ['resource.k8s.io/ResourceClaim', {}, { State: 'pending' }],
  ['resource.k8s.io/ResourceClaim', { metadata: { deletionTimestamp: time(0) } }, { State: 'deleted' }],
  [
    'resource.k8s.io/ResourceClaim',
    { metadata: { deletionTimestamp: time(0) }, status: { allocation: {}, reservedFor: [{}] } },
    { State: 'deleted,allocated,reserved' },
  ],
  [
    'flowcontrol.apiserver.k8s.io/FlowSchema',
    { status: { conditions: isTrue('Dangling') } },
    { MissingPL: 'True', PriorityLevel: '<none>' },
  ],
  ['flowcontrol.apiserver.k8s.io/FlowSchema', {}, { MissingPL: '?', MatchingPrecedence: 0 }],
  [
    'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
    { spec: { limited: { nominalConcurrencyShares: 0, limitResponse: { queuing: { queues: 0 } } } } },
    { NominalConcurrencyShares: 0, Queues: 0, HandSize: '<none>' },
  ],
  ['flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration', {}, { NominalConcurrencyShares: '<none>' }],
  [
    'certificates.k8s.io/CertificateSigningRequest',
    { spec: { expirationSeconds: 3_600 } },
    { Condition: 'Pending', RequestedDuration: '60m' },
  ],
  [
    'certificates.k8s.io/CertificateSigningRequest',
    { status: { conditions: isTrue('Approved', 'Denied', 'Failed') } },
    { Condition: 'Denied,Failed', RequestedDuration: '<none>' },
  ],
  [
    'certificates.k8s.io/CertificateSigningRequest',
    { status: { conditions: isTrue('Approved'), certificate: 'x' } },
    { Condition: 'Approved,Issued' },
  ],
  [
    'storagemigration.k8s.io/StorageVersionMigration',
    {
      spec: { resource: { group: 'g', resource: 'r' } },
      status: { conditions: isTrue('Running', 'Failed') },
    },
    { Resource: 'r.g', Status: 'Failed' },
  ],
  [
    'storagemigration.k8s.io/StorageVersionMigration',
    { spec: { resource: { resource: 'r' } }, status: { conditions: [{ type: 'Failed', status: 'False' }] } },
    { Resource: 'r', Status: 'Unknown' },
  ],
]

// tests/conformance/kubernetes/tables.slow.test.ts compares tables with those of a real server.
test.each([...WORKLOADS, ...CLUSTER, ...CONFIG, ...AUTOSCALERS, ...NETWORK, ...VOLUMES, ...POLICIES])(
  '%s %j has the cells %j',
  (kind, object, expected) => {
    const cells = Object.keys(expected).map(name => [
      name,
      CELLS[kind]?.[name]?.(object as KubernetesObject, NOW),
    ])
    expect(Object.fromEntries(cells)).toEqual(expected)
  },
)
