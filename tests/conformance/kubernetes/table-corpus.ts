import type { KubernetesObject } from '@kube-informer/core'

/** An object whose table row is compared, with a status that a controller would set. */
export interface TableRow {
  /** Below `/api/v1` or `/apis`: `apps/v1/deployments`. */
  readonly resource: string
  readonly object: KubernetesObject & Readonly<Record<string, unknown>>
  /** Set through `/status`. */
  readonly status?: object
}

const hour = 3_600_000

/** Objects with a value in each common column; `start` is close to the current time. */
export function tableCorpus(namespace: string, start: number): readonly TableRow[] {
  const ago = (ms: number) => `${new Date(start - ms).toISOString().slice(0, 19)}Z`
  return [
    ...pods(namespace, ago),
    ...workloads(namespace, ago),
    ...networking(namespace),
    ...configuration(namespace),
    ...autoscalers(namespace),
    ...policies(namespace),
    ...cluster(namespace, ago),
  ]
}

type Ago = (ms: number) => string

const container = (name: string, more: object = {}) => ({ name, image: `registry/${name}:1`, ...more })

const condition = (type: string, status: string, reason = '') => ({
  type,
  status,
  ...(reason ? { reason } : {}),
})

function pods(namespace: string, ago: Ago): readonly TableRow[] {
  const pod = (name: string, spec: object, status?: object, metadata: object = {}): TableRow => ({
    resource: 'v1/pods',
    object: {
      metadata: { name, namespace, ...metadata },
      spec: { containers: [container('a'), container('b')], ...spec },
    },
    ...(status ? { status } : {}),
  })
  const state = (name: string, more: object) => ({
    name,
    image: `registry/${name}:1`,
    imageID: '',
    ready: false,
    restartCount: 0,
    ...more,
  })
  const running = (name: string, more: object = {}) =>
    state(name, { ready: true, started: true, state: { running: { startedAt: ago(hour) } }, ...more })
  const waiting = (name: string, reason: string, more: object = {}) =>
    state(name, { state: { waiting: { reason } }, ...more })
  const ended = (name: string, terminated: object, more: object = {}) =>
    state(name, { state: { terminated: { exitCode: 0, ...terminated } }, ...more })
  const init = { initContainers: [container('i'), container('j')] }
  const sidecar = { initContainers: [container('i'), container('s', { restartPolicy: 'Always' })] }
  const lastState = { terminated: { exitCode: 1, finishedAt: ago(5 * hour) } }
  return [
    pod('pending', {}),
    pod('nominated', {}, { nominatedNodeName: 'node-2' }),
    pod(
      'running',
      { nodeName: 'node-1', readinessGates: [{ conditionType: 'gate' }] },
      {
        phase: 'Running',
        podIP: '10.1.2.3',
        podIPs: [{ ip: '10.1.2.3' }],
        conditions: [condition('Ready', 'True'), condition('gate', 'True')],
        containerStatuses: [running('a', { restartCount: 3, lastState }), running('b')],
      },
    ),
    pod(
      'crashing',
      {},
      {
        phase: 'Running',
        containerStatuses: [waiting('a', 'CrashLoopBackOff', { restartCount: 7 }), running('b')],
      },
    ),
    pod(
      'creating',
      {},
      {
        phase: 'Pending',
        containerStatuses: [waiting('a', 'ContainerCreating'), waiting('b', 'ContainerCreating')],
      },
    ),
    pod(
      'completed',
      { restartPolicy: 'Never' },
      {
        phase: 'Succeeded',
        containerStatuses: [ended('a', { reason: 'Completed' }), ended('b', { reason: 'Completed' })],
      },
    ),
    pod(
      'half-completed',
      {},
      {
        phase: 'Running',
        conditions: [condition('Ready', 'True')],
        containerStatuses: [ended('a', { reason: 'Completed' }), running('b')],
      },
    ),
    pod(
      'not-ready',
      {},
      {
        phase: 'Running',
        conditions: [condition('Ready', 'False')],
        containerStatuses: [ended('a', { reason: 'Completed' }), running('b')],
      },
    ),
    pod(
      'error',
      { restartPolicy: 'Never' },
      {
        phase: 'Failed',
        containerStatuses: [ended('a', { exitCode: 137, signal: 9 }), ended('b', { exitCode: 2 })],
      },
    ),
    pod(
      'exited',
      { restartPolicy: 'Never' },
      {
        phase: 'Failed',
        containerStatuses: [ended('a', { exitCode: 3 }), ended('b', { exitCode: 0 })],
      },
    ),
    pod('evicted', {}, { phase: 'Failed', reason: 'Evicted' }),
    pod('init-first', init, {
      phase: 'Pending',
      initContainerStatuses: [running('i', { ready: false }), waiting('j', 'PodInitializing')],
      containerStatuses: [waiting('a', 'PodInitializing'), waiting('b', 'PodInitializing')],
    }),
    pod('init-second', init, {
      phase: 'Pending',
      initContainerStatuses: [ended('i', { reason: 'Completed' }), waiting('j', 'PodInitializing')],
    }),
    pod('init-error', init, {
      phase: 'Pending',
      initContainerStatuses: [ended('i', { exitCode: 1, reason: 'Error' }, { restartCount: 2 })],
    }),
    pod('init-exit', init, { phase: 'Pending', initContainerStatuses: [ended('i', { exitCode: 1 })] }),
    pod('init-crash', init, {
      phase: 'Pending',
      initContainerStatuses: [waiting('i', 'CrashLoopBackOff', { restartCount: 4, lastState })],
    }),
    pod('initializing', init, {
      phase: 'Pending',
      initContainerStatuses: [
        ended('i', { reason: 'Completed' }, { restartCount: 1 }),
        ended('j', { reason: 'Completed' }),
      ],
      containerStatuses: [waiting('a', 'PodInitializing'), waiting('b', 'PodInitializing')],
    }),
    pod('sidecar', sidecar, {
      phase: 'Running',
      conditions: [condition('Initialized', 'True'), condition('Ready', 'True')],
      initContainerStatuses: [
        ended('i', { reason: 'Completed' }, { restartCount: 5 }),
        running('s', { restartCount: 1, lastState }),
      ],
      containerStatuses: [running('a', { restartCount: 2 }), running('b')],
    }),
    pod(
      'gated',
      { schedulingGates: [{ name: 'g' }] },
      {
        phase: 'Pending',
        conditions: [condition('PodScheduled', 'False', 'SchedulingGated')],
      },
    ),
    pod(
      'terminating',
      { nodeName: 'node-1' },
      {
        phase: 'Running',
        containerStatuses: [running('a'), running('b')],
      },
      { deletionTimestamp: ago(0), finalizers: ['example.com/keep'] },
    ),
  ]
}

function workloads(namespace: string, ago: Ago): readonly TableRow[] {
  const labels = { app: 'web', tier: 'front' }
  const selector = { matchLabels: labels }
  const template = {
    metadata: { labels },
    spec: { containers: [container('a'), container('b')], nodeSelector: { disk: 'ssd', arch: 'arm' } },
  }
  const once = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } }
  const object = (resource: string, name: string, spec: object, status?: object): TableRow => ({
    resource,
    object: { metadata: { name, namespace }, spec },
    ...(status ? { status } : {}),
  })
  const job = (name: string, spec: object, status?: object) =>
    object('batch/v1/jobs', name, { template: once, ...spec }, status)
  const finished = (type: string) => ({
    type,
    status: 'True',
    lastProbeTime: ago(0),
    lastTransitionTime: ago(0),
  })
  return [
    object(
      'apps/v1/deployments',
      'web',
      { replicas: 3, selector, template },
      {
        replicas: 3,
        updatedReplicas: 2,
        readyReplicas: 1,
        availableReplicas: 1,
        unavailableReplicas: 2,
      },
    ),
    object('apps/v1/deployments', 'expressions', {
      selector: {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['front', 'back'] },
          { key: 'x', operator: 'DoesNotExist' },
          { key: 'app', operator: 'Exists' },
          { key: 'y', operator: 'NotIn', values: ['z'] },
        ],
      },
      template,
    }),
    object(
      'apps/v1/replicasets',
      'web',
      { replicas: 2, selector, template },
      {
        replicas: 2,
        readyReplicas: 1,
        fullyLabeledReplicas: 2,
        availableReplicas: 1,
      },
    ),
    object(
      'apps/v1/statefulsets',
      'db',
      { replicas: 2, selector, template, serviceName: 'db' },
      {
        replicas: 2,
        readyReplicas: 1,
        availableReplicas: 1,
      },
    ),
    object(
      'apps/v1/daemonsets',
      'agent',
      { selector, template },
      {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
        numberMisscheduled: 0,
      },
    ),
    object(
      'v1/replicationcontrollers',
      'old',
      { replicas: 1, selector: labels, template },
      {
        replicas: 1,
        readyReplicas: 1,
      },
    ),
    job('plain', {}),
    job('parallel', { parallelism: 3 }, { startTime: ago(hour), active: 3 }),
    job(
      'done',
      { completions: 2 },
      {
        startTime: ago(2 * hour),
        completionTime: ago(hour),
        succeeded: 2,
        conditions: [finished('SuccessCriteriaMet'), finished('Complete')],
      },
    ),
    job(
      'failed',
      {},
      {
        startTime: ago(hour),
        failed: 1,
        conditions: [finished('FailureTarget'), finished('Failed')],
      },
    ),
    job('suspended', { suspend: true }, { conditions: [finished('Suspended')] }),
    object('batch/v1/cronjobs', 'nightly', {
      schedule: '0 3 * * *',
      timeZone: 'Europe/Paris',
      suspend: true,
      jobTemplate: { spec: { template: once } },
    }),
    object(
      'batch/v1/cronjobs',
      'hourly',
      { schedule: '@hourly', jobTemplate: { spec: { template: once } } },
      {
        lastScheduleTime: ago(hour),
        active: [{ kind: 'Job', name: 'x' }],
      },
    ),
    {
      resource: 'v1/podtemplates',
      object: { metadata: { name: 'web', namespace }, template },
    },
    {
      resource: 'apps/v1/controllerrevisions',
      object: {
        metadata: {
          name: 'agent-1',
          namespace,
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true },
          ],
        },
        revision: 4,
        data: { a: 1 },
      },
    },
  ]
}

function networking(namespace: string): readonly TableRow[] {
  const service = (name: string, spec: object, status?: object): TableRow => ({
    resource: 'v1/services',
    object: { metadata: { name, namespace }, spec },
    ...(status ? { status } : {}),
  })
  const port = (number: number, more: object = {}) => ({ name: `p${number}`, port: number, ...more })
  const balancer = { loadBalancer: { ingress: [{ ip: '203.0.113.9' }, { hostname: 'lb.example.com' }] } }
  const named = (resource: string, name: string, more: object, status?: object): TableRow => ({
    resource,
    object: { metadata: { name, namespace }, ...more },
    ...(status ? { status } : {}),
  })
  const path = {
    path: '/',
    pathType: 'Prefix',
    backend: { service: { name: 'web', port: { number: 80 } } },
  }
  return [
    service('web', { selector: { b: '2', a: '1' }, ports: [port(80), port(53, { protocol: 'UDP' })] }),
    service('headless', { clusterIP: 'None' }),
    service('external-ips', { ports: [port(80)], externalIPs: ['198.51.100.1', '198.51.100.2'] }),
    service('node-port', { type: 'NodePort', ports: [port(80)] }),
    service('pending', { type: 'LoadBalancer', ports: [port(80)] }),
    service('balanced', { type: 'LoadBalancer', ports: [port(80)] }, balancer),
    service('elsewhere', { type: 'ExternalName', externalName: 'example.com' }),
    named('v1/endpoints', 'none', {}),
    named('v1/endpoints', 'many', {
      subsets: [
        {
          addresses: [{ ip: '10.0.1.1' }, { ip: '10.0.1.2' }],
          notReadyAddresses: [{ ip: '10.0.1.3' }],
          ports: [port(80), port(81)],
        },
      ],
    }),
    named('discovery.k8s.io/v1/endpointslices', 'none', { addressType: 'IPv4', endpoints: [], ports: [] }),
    named('discovery.k8s.io/v1/endpointslices', 'many', {
      addressType: 'IPv4',
      endpoints: ['10.0.1.1', '10.0.1.2', '10.0.1.3', '10.0.1.4', '10.0.1.5'].map(ip => ({
        addresses: [ip],
      })),
      ports: [1, 2, 3, 4].map(number => ({ name: `p${number}`, port: number })),
    }),
    named('networking.k8s.io/v1/ingresses', 'plain', {
      spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    }),
    named(
      'networking.k8s.io/v1/ingresses',
      'full',
      {
        spec: {
          ingressClassName: 'nginx',
          tls: [{ hosts: ['a.example.com'] }],
          rules: ['a', 'b', 'c', 'd'].map(host => ({ host: `${host}.example.com`, http: { paths: [path] } })),
        },
      },
      balancer,
    ),
    named('networking.k8s.io/v1/networkpolicies', 'all', { spec: { podSelector: {} } }),
    named('networking.k8s.io/v1/networkpolicies', 'some', {
      spec: { podSelector: { matchLabels: { a: 'b' } } },
    }),
    named('v1/persistentvolumeclaims', 'unbound', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    named(
      'v1/persistentvolumeclaims',
      'bound',
      {
        spec: {
          accessModes: ['ReadWriteMany'],
          volumeName: `${namespace}-volume`,
          storageClassName: 'fast',
          resources: { requests: { storage: '1Gi' } },
        },
      },
      { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteMany', 'ReadOnlyMany'] },
    ),
  ]
}

function configuration(namespace: string): readonly TableRow[] {
  const named = (resource: string, name: string, more: object, status?: object): TableRow => ({
    resource,
    object: { metadata: { name, namespace }, ...more },
    ...(status ? { status } : {}),
  })
  const subject = (kind: string, name: string, more: object = {}) => ({ kind, name, ...more })
  const resourceMetric = (name: string, target: object) => ({
    type: 'Resource',
    resource: { name, target },
  })
  return [
    named('v1/configmaps', 'two', { data: { a: '1' }, binaryData: { b: 'YQ==' } }),
    named('v1/secrets', 'one', { data: { a: 'YQ==' } }),
    named('v1/secrets', 'typed', { type: 'example.com/own' }),
    named('v1/serviceaccounts', 'robot', {}),
    named('v1/limitranges', 'limits', { spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } }),
    named(
      'v1/resourcequotas',
      'quota',
      { spec: { hard: { pods: '10', 'limits.cpu': '4' } } },
      {
        hard: { pods: '10', 'limits.cpu': '4', 'requests.cpu': '1' },
        used: { pods: '3', 'limits.cpu': '500m', 'requests.cpu': '0' },
      },
    ),
    named('rbac.authorization.k8s.io/v1/roles', 'reader', {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
    named('rbac.authorization.k8s.io/v1/rolebindings', 'readers', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [
        subject('User', 'ann'),
        subject('User', 'bob'),
        subject('Group', 'ops'),
        subject('ServiceAccount', 'robot', { namespace }),
      ],
    }),
    named('coordination.k8s.io/v1/leases', 'held', { spec: { holderIdentity: 'me' } }),
    named('coordination.k8s.io/v1/leases', 'free', { spec: {} }),
    named(
      'policy/v1/poddisruptionbudgets',
      'min',
      { spec: { minAvailable: '50%', selector: {} } },
      {
        disruptionsAllowed: 2,
        currentHealthy: 3,
        desiredHealthy: 1,
        expectedPods: 3,
      },
    ),
    named('policy/v1/poddisruptionbudgets', 'max', { spec: { maxUnavailable: 1, selector: {} } }),
    named(
      'autoscaling/v2/horizontalpodautoscalers',
      'web',
      {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          maxReplicas: 9,
          metrics: [
            resourceMetric('cpu', { type: 'Utilization', averageUtilization: 80 }),
            resourceMetric('memory', { type: 'AverageValue', averageValue: '100Mi' }),
          ],
        },
      },
      {
        currentReplicas: 2,
        desiredReplicas: 3,
        currentMetrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', current: { averageUtilization: 12, averageValue: '1m' } },
          },
        ],
      },
    ),
  ]
}

/** Rarely used kinds. */
function policies(namespace: string): readonly TableRow[] {
  const global = (resource: string, name: string, spec: object): TableRow => ({
    resource,
    object: { metadata: { name: `${namespace}-${name}` }, spec },
  })
  const admission = 'admissionregistration.k8s.io/v1'
  const matchConstraints = {
    resourceRules: [
      { apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
    ],
  }
  const validations = [{ expression: 'true' }, { expression: 'true' }]
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
  const policyName = `${namespace}-policy`
  const bound = { policyName, validationActions: ['Audit'] }
  const paramRef = { name: 'own', namespace: 'default', parameterNotFoundAction: 'Allow' }
  const queuing = { queues: 8, handSize: 2, queueLengthLimit: 5 }
  const limited = (limitResponse: object) => ({ type: 'Limited', limited: { limitResponse } })
  return [
    global(`${admission}/validatingadmissionpolicies`, 'policy', {
      matchConstraints,
      validations,
      paramKind,
    }),
    global(`${admission}/validatingadmissionpolicies`, 'bare', { matchConstraints, validations }),
    global(`${admission}/validatingadmissionpolicybindings`, 'bound', { ...bound, paramRef }),
    global(`${admission}/validatingadmissionpolicybindings`, 'bare', bound),
    global(`${admission}/mutatingadmissionpolicybindings`, 'bare', { policyName }),
    global('resource.k8s.io/v1/resourceslices', 'slice', {
      driver: 'example.com',
      nodeName: 'node-1',
      pool: { name: 'pool', resourceSliceCount: 1 },
      devices: [],
    }),
    {
      resource: 'resource.k8s.io/v1/resourceclaims',
      object: {
        metadata: { name: 'claim', namespace },
        spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'gpu' } }] } },
      },
    },
    global('flowcontrol.apiserver.k8s.io/v1/flowschemas', 'flow', {
      priorityLevelConfiguration: { name: 'exempt' },
      distinguisherMethod: { type: 'ByUser' },
    }),
    global(
      'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
      'queue',
      limited({ type: 'Queue', queuing }),
    ),
    global(
      'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
      'reject',
      limited({ type: 'Reject' }),
    ),
    global('storagemigration.k8s.io/v1/storageversionmigrations', 'migration', {
      resource: { group: 'apps', resource: 'deployments' },
    }),
    global('networking.k8s.io/v1/servicecidrs', 'range', { cidrs: ['10.99.0.0/24'] }),
  ]
}

/** Autoscalers, one for each type of metric. */
function autoscalers(namespace: string): readonly TableRow[] {
  const metric = (type: string, source: object) => ({
    type,
    [type.charAt(0).toLowerCase() + type.slice(1)]: source,
  })
  const named = { metric: { name: 'queue' } }
  const describedObject = { apiVersion: 'v1', kind: 'Service', name: 'web' }
  const byValue = { type: 'Value', value: '30' }
  const byAverage = { type: 'AverageValue', averageValue: '10' }
  const byUse = { type: 'Utilization', averageUtilization: 50 }
  const current = { value: '7', averageValue: '3' }
  const autoscaler = (
    name: string,
    metrics: readonly object[],
    currentMetrics: readonly object[],
  ): TableRow => ({
    resource: 'autoscaling/v2/horizontalpodautoscalers',
    object: {
      metadata: { name, namespace },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 9,
        ...(metrics.length > 0 ? { metrics } : {}),
      },
    },
    status: { currentReplicas: 2, desiredReplicas: 3, currentMetrics },
  })
  return [
    autoscaler('usual', [], []),
    autoscaler(
      'pods',
      [metric('Pods', { ...named, target: byAverage })],
      [metric('Pods', { ...named, current })],
    ),
    autoscaler(
      'object',
      [
        metric('Object', { ...named, describedObject, target: byValue }),
        metric('Object', { ...named, describedObject, target: byAverage }),
      ],
      [
        metric('Object', { ...named, describedObject, current }),
        metric('Object', { ...named, describedObject, current }),
      ],
    ),
    autoscaler(
      'external',
      [
        metric('External', { ...named, target: byValue }),
        metric('External', { ...named, target: byAverage }),
        metric('ContainerResource', { name: 'cpu', container: 'a', target: byUse }),
      ],
      [metric('External', { ...named, current }), metric('External', { ...named, current })],
    ),
    autoscaler(
      'container',
      [metric('ContainerResource', { name: 'cpu', container: 'a', target: byUse })],
      [
        metric('ContainerResource', {
          name: 'cpu',
          container: 'a',
          current: { averageUtilization: 5, averageValue: '1' },
        }),
      ],
    ),
  ]
}

function cluster(namespace: string, ago: Ago): readonly TableRow[] {
  const global = (resource: string, name: string, more: object, status?: object): TableRow => ({
    resource,
    object: { metadata: { name: `${namespace}-${name}` }, ...more },
    ...(status ? { status } : {}),
  })
  const labelled = (
    name: string,
    labels: Readonly<Record<string, string>>,
    spec: object,
    status: object,
  ): TableRow => ({
    resource: 'v1/nodes',
    object: { metadata: { name: `${namespace}-${name}`, labels }, spec },
    status,
  })
  const event = (name: string, more: object): TableRow => ({
    resource: 'v1/events',
    object: {
      metadata: { name, namespace },
      involvedObject: { kind: 'Pod', name: 'web', namespace, fieldPath: 'spec.containers{a}' },
      type: 'Warning',
      reason: 'BackOff',
      message: ' back-off \n',
      ...more,
    },
  })
  return [
    labelled('plain', {}, {}, {}),
    labelled(
      'full',
      {
        'node-role.kubernetes.io/worker': '',
        'node-role.kubernetes.io/edge': '',
        'kubernetes.io/role': 'gpu',
      },
      { unschedulable: true },
      {
        conditions: [condition('Ready', 'True')],
        addresses: [
          { type: 'InternalIP', address: '10.0.0.7' },
          { type: 'ExternalIP', address: '203.0.113.7' },
        ],
        nodeInfo: {
          kubeletVersion: 'v1.37.1',
          osImage: 'Linux',
          kernelVersion: '6.1',
          containerRuntimeVersion: 'containerd://2',
        },
      },
    ),
    labelled('lost', {}, {}, { conditions: [condition('Ready', 'Unknown')] }),
    event('classic', {
      firstTimestamp: ago(3 * hour),
      lastTimestamp: ago(hour),
      count: 4,
      source: { component: 'kubelet', host: 'node-1' },
    }),
    event('bare', {}),
    event('series', {
      eventTime: `${ago(2 * hour).slice(0, -1)}.000000Z`,
      series: { count: 5, lastObservedTime: `${ago(hour).slice(0, -1)}.000000Z` },
      action: 'Back',
      reportingComponent: 'example.com/kubelet',
      reportingInstance: 'node-1',
    }),
    global(
      'v1/persistentvolumes',
      'volume',
      {
        spec: {
          capacity: { storage: '2Gi' },
          accessModes: ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'],
          hostPath: { path: '/data' },
          storageClassName: 'fast',
          claimRef: { kind: 'PersistentVolumeClaim', namespace, name: 'bound' },
        },
      },
      { phase: 'Bound', reason: 'because' },
    ),
    global('storage.k8s.io/v1/storageclasses', 'slow', { provisioner: 'example.com/disk' }),
    {
      resource: 'storage.k8s.io/v1/storageclasses',
      object: {
        metadata: {
          name: `${namespace}-fast`,
          annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
        },
        provisioner: 'example.com/disk',
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'WaitForFirstConsumer',
        allowVolumeExpansion: true,
      },
    },
    global('storage.k8s.io/v1/csidrivers', 'driver', {
      spec: { attachRequired: false, podInfoOnMount: true },
    }),
    global('storage.k8s.io/v1/csinodes', 'node', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }),
    global(
      'storage.k8s.io/v1/volumeattachments',
      'attached',
      {
        spec: { attacher: 'example.com', nodeName: 'node-1', source: { persistentVolumeName: 'volume' } },
      },
      { attached: true },
    ),
    global('scheduling.k8s.io/v1/priorityclasses', 'high', { value: 1000, preemptionPolicy: 'Never' }),
    global('node.k8s.io/v1/runtimeclasses', 'gvisor', { handler: 'runsc' }),
    global('networking.k8s.io/v1/ingressclasses', 'nginx', {
      spec: {
        controller: 'example.com/nginx',
        parameters: { apiGroup: 'example.com', kind: 'Config', name: 'own' },
      },
    }),
    global('networking.k8s.io/v1/ingressclasses', 'bare', { spec: { controller: 'example.com/bare' } }),
    global('rbac.authorization.k8s.io/v1/clusterroles', 'reader', { rules: [] }),
    global('rbac.authorization.k8s.io/v1/clusterrolebindings', 'readers', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'Group', name: 'ops' }],
    }),
    {
      resource: 'apiextensions.k8s.io/v1/customresourcedefinitions',
      object: {
        metadata: { name: `things.${namespace}.example.com` },
        spec: {
          group: `${namespace}.example.com`,
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing', shortNames: ['th', 'tg'] },
          versions: ['v1', 'v2'].map((name, index) => ({
            name,
            served: true,
            storage: index === 0,
            schema: { openAPIV3Schema: { type: 'object' } },
          })),
        },
      },
    },
  ]
}
