/** One request of a case, for the object named `it`. */
export interface Step {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
  readonly kind: keyof typeof PATHS
  readonly subresource?: string
  readonly query?: string
  readonly type?: string
  readonly body?: unknown
}

/** Consecutive requests for one object. */
export interface ApplyCase {
  readonly title: string
  readonly steps: readonly Step[]
}

/** The collections in a namespace, by kind. */
export const PATHS = {
  ConfigMap: ['v1', '/api/v1/namespaces/{ns}/configmaps'],
  Secret: ['v1', '/api/v1/namespaces/{ns}/secrets'],
  ServiceAccount: ['v1', '/api/v1/namespaces/{ns}/serviceaccounts'],
  Service: ['v1', '/api/v1/namespaces/{ns}/services'],
  Lease: ['coordination.k8s.io/v1', '/apis/coordination.k8s.io/v1/namespaces/{ns}/leases'],
  Deployment: ['apps/v1', '/apis/apps/v1/namespaces/{ns}/deployments'],
  Role: ['rbac.authorization.k8s.io/v1', '/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles'],
  EndpointSlice: ['discovery.k8s.io/v1', '/apis/discovery.k8s.io/v1/namespaces/{ns}/endpointslices'],
  Event: ['events.k8s.io/v1', '/apis/events.k8s.io/v1/namespaces/{ns}/events'],
  CoreEvent: ['v1', '/api/v1/namespaces/{ns}/events'],
  CronJob: ['batch/v1', '/apis/batch/v1/namespaces/{ns}/cronjobs'],
  Gadget: ['c.example.com/v1', '/apis/c.example.com/v1/namespaces/{ns}/gadgets'],
  Loose: ['c.example.com/v1', '/apis/c.example.com/v1/namespaces/{ns}/looses'],
} as const

type Kind = keyof typeof PATHS
type Members = Readonly<Record<string, unknown>>

const NAME = 'it'
const text = { type: 'string' }
const spec = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    b: { type: 'boolean' },
    map: { type: 'object', additionalProperties: text },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { x: text, y: text } },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: text, v: text } },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' } },
      },
    },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    none: { ...text, nullable: true },
  },
}

const definition = (kind: string, schema: Members) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.c.example.com` },
  spec: {
    group: 'c.example.com',
    scope: 'Namespaced',
    names: { plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: schema },
      },
    ],
  },
})

/** A type with every merge strategy, and one without a schema. */
export const DEFINITIONS = [
  definition('Gadget', {
    type: 'object',
    properties: { spec, status: { type: 'object', properties: { x: text } } },
  }),
  definition('Loose', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
]

/** An object of a kind; `metadata` in `members` is added to its name. */
function objectOf(kind: Kind, { metadata, ...members }: Members): Members {
  const more = typeof metadata === 'object' ? metadata : {}
  return {
    apiVersion: PATHS[kind][0],
    kind: kind.replace('Core', ''),
    ...members,
    metadata: { name: NAME, ...more },
  }
}

const apply = (kind: Kind, manager: string, members: Members, query = ''): Step => ({
  method: 'PATCH',
  kind,
  query: `fieldManager=${manager}${query}`,
  type: 'application/apply-patch+yaml',
  body: objectOf(kind, members),
})
const force = (kind: Kind, manager: string, members: Members): Step =>
  apply(kind, manager, members, '&force=true')
const create = (kind: Kind, manager: string, members: Members): Step => ({
  method: 'POST',
  kind,
  query: `fieldManager=${manager}`,
  body: objectOf(kind, members),
})
const replace = (kind: Kind, manager: string, members: Members): Step => ({
  method: 'PUT',
  kind,
  query: `fieldManager=${manager}`,
  body: objectOf(kind, members),
})
const patch = (
  kind: Kind,
  manager: string,
  type: 'json' | 'merge' | 'strategic-merge',
  body: unknown,
): Step => ({
  method: 'PATCH',
  kind,
  query: `fieldManager=${manager}`,
  type: `application/${type}-patch+json`,
  body,
})
const status = (step: Step): Step => ({ ...step, subresource: 'status' })

const template = (containers: readonly Members[]) => ({
  selector: { matchLabels: { app: 'x' } },
  template: { metadata: { labels: { app: 'x' } }, spec: { containers } },
})
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const lastApplied = `${JSON.stringify(objectOf('ConfigMap', { data: { a: '1', b: '1' } }))}\n`

const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const pod = { kind: 'Pod', name: 'p' }
const event = {
  eventTime: '2026-01-01T00:00:00.000000Z',
  reportingController: 'example.com/controller',
  reportingInstance: 'one',
  action: 'Run',
  reason: 'Ran',
  type: 'Normal',
  metadata: { labels: { l: '1' } },
}
/** A PUT with the same members and other labels. */
const relabel = (kind: Kind, members: Members): Step =>
  replace(kind, 'b', { ...members, metadata: { labels: { l: '2' } } })

export const APPLY_CASES: readonly ApplyCase[] = [
  {
    title: 'lists of a Role: none and an empty list are null, and only the latter is owned',
    steps: [
      create('Role', 'a', {}),
      relabel('Role', {}),
      patch('Role', 'c', 'merge', { rules: [] }),
      patch('Role', 'd', 'merge', { rules: [rule] }),
      patch('Role', 'e', 'json', [{ op: 'replace', path: '/rules/0/verbs', value: [] }]),
      patch('Role', 'f', 'merge', { rules: null }),
      apply('Role', 'g', { rules: [rule] }),
      apply('Role', 'g', { rules: [] }),
      force('Role', 'g', { rules: [] }),
      apply('Role', 'g', {}),
    ],
  },
  {
    title: 'the same of an EndpointSlice, whose generation does not change with them',
    steps: [
      create('EndpointSlice', 'a', { addressType: 'IPv4' }),
      patch('EndpointSlice', 'b', 'merge', { endpoints: [], ports: [] }),
      relabel('EndpointSlice', { addressType: 'IPv4', endpoints: [], ports: [] }),
      apply('EndpointSlice', 'c', { addressType: 'IPv4', ports: [] }),
      force('EndpointSlice', 'c', {
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.1.1.1'] }],
        ports: [{ port: 80 }],
      }),
      apply('EndpointSlice', 'c', { addressType: 'IPv4' }),
    ],
  },
  {
    title: 'an EndpointSlice with empty lists',
    steps: [create('EndpointSlice', 'a', { addressType: 'IPv4', endpoints: [], ports: [] })],
  },
  {
    title: 'an applied Role with an empty list',
    steps: [apply('Role', 'a', { rules: [] }), apply('Role', 'a', { rules: [] })],
  },
  {
    title: 'times and texts of an Event that are always present are not owned',
    steps: [
      create('CoreEvent', 'a', { involvedObject: { ...pod, namespace: '{ns}' }, message: 'm' }),
      patch('CoreEvent', 'b', 'merge', { count: 2, lastTimestamp: '2026-01-01T00:00:00Z' }),
      apply('CoreEvent', 'c', { involvedObject: { ...pod, namespace: '{ns}' }, reportingComponent: 'x' }),
    ],
  },
  {
    title: 'the same of an Event of events.k8s.io',
    steps: [
      create('Event', 'a', { ...event, regarding: { ...pod, namespace: '{ns}' } }),
      patch('Event', 'b', 'merge', {
        series: { count: 2, lastObservedTime: '2026-01-01T00:00:00.000000Z' },
        metadata: { labels: { l: '2' } },
      }),
      apply('Event', 'c', { ...event, regarding: { ...pod, namespace: '{ns}' } }),
      { method: 'GET', kind: 'CoreEvent' },
    ],
  },
  {
    title: 'a default that is a zero value is owned',
    steps: [
      create('CronJob', 'a', {
        spec: {
          schedule: '@daily',
          jobTemplate: {
            spec: {
              template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'c:1' }] } },
            },
          },
        },
      }),
    ],
  },
  {
    title: 'M26, M29, M30: create, share, conflict, force, drop',
    steps: [
      apply('ConfigMap', 'a', { data: { x: '1', y: '1' }, metadata: { labels: { l: '1' } } }),
      apply('ConfigMap', 'b', { data: { x: '1' } }),
      apply('ConfigMap', 'c', { data: { x: '2', y: '2' }, metadata: { labels: { l: '2' } } }),
      force('ConfigMap', 'c', { data: { x: '2' } }),
      apply('ConfigMap', 'a', { data: { y: '1' } }),
      apply('ConfigMap', 'a', { data: {} }),
      apply('ConfigMap', 'd', { data: { q: '1' } }),
      apply('ConfigMap', 'c', {}),
    ],
  },
  {
    title: 'updates of every kind move fields, and remove owners on request',
    steps: [
      create('ConfigMap', 'a', {
        data: { x: '1', y: '1' },
        metadata: { labels: { l: '1' }, finalizers: ['c/a'] },
      }),
      patch('ConfigMap', 'b', 'merge', { data: { x: '2' }, metadata: { labels: null } }),
      patch('ConfigMap', 'c', 'json', [{ op: 'add', path: '/data/z', value: '1' }]),
      patch('ConfigMap', 'd', 'strategic-merge', { metadata: { finalizers: ['c/b'] }, data: { y: null } }),
      replace('ConfigMap', 'e', { data: { x: '3', z: '1' }, metadata: { finalizers: ['c/b'] } }),
      replace('ConfigMap', 'e', { data: { x: '3', z: '1' }, metadata: { finalizers: ['c/b'] } }),
      replace('ConfigMap', 'f', { data: { x: '3', z: '1' }, metadata: { managedFields: [] } }),
      patch('ConfigMap', 'g', 'merge', { data: { x: '4' } }),
      apply('ConfigMap', 'h', { data: { x: '5' } }),
      apply('ConfigMap', 'h', { data: { z: '1' } }),
    ],
  },
  {
    title: 'at most ten updaters',
    steps: [
      apply('ConfigMap', 'applier', { data: { z: '0' } }),
      ...Array.from({ length: 13 }, (_, index) =>
        patch('ConfigMap', `u${String(index).padStart(2, '0')}`, 'merge', { data: { [`k${index}`]: '1' } }),
      ),
    ],
  },
  {
    title: 'server-side apply takes ownership from client-side apply of kubectl',
    steps: [
      create('ConfigMap', 'kubectl-client-side-apply', {
        metadata: { annotations: { [LAST_APPLIED]: lastApplied } },
        data: { a: '1', b: 'changed' },
      }),
      apply('ConfigMap', 'kubectl', { data: { a: '2', b: '2' } }),
      apply('ConfigMap', 'someone', { data: { a: '2' } }),
      apply('ConfigMap', 'kubectl', { data: { a: '<2>' } }),
    ],
  },
  {
    title: 'invalid configurations',
    steps: [
      ...[
        { foo: 1 },
        { data: { a: 1 } },
        { data: [1] },
        { immutable: 'x' },
        { metadata: { finalizers: ['x/a', 'x/a'] } },
        { metadata: { finalizers: [null] } },
        { metadata: { managedFields: [] } },
        { metadata: { ownerReferences: [{ uid: 'u', bogus: 1 }] } },
        { kind: 'Secret' },
        { apiVersion: 'v2' },
      ].map(members => ({
        ...apply('ConfigMap', 'a', {}),
        body: { ...objectOf('ConfigMap', members), ...('metadata' in members ? {} : members) },
      })),
      { ...apply('ConfigMap', 'a', {}), body: 'a: b: c' },
    ],
  },
  {
    title: 'Secret, ServiceAccount, Lease',
    steps: [
      apply('Secret', 'a', { type: 'Opaque', data: { k: 'YQ==' } }),
      apply('Secret', 'b', { type: 'Opaque', data: { k: 'Yg==' } }),
      force('Secret', 'b', { type: 'Opaque', data: { k: 'Yg==' } }),
      apply('ServiceAccount', 'a', { secrets: [{ name: 'x' }], imagePullSecrets: [{ name: 'p' }] }),
      apply('ServiceAccount', 'b', {
        secrets: [{ name: 'y' }, { name: 'x' }],
        imagePullSecrets: [{ name: 'q' }],
      }),
      apply('ServiceAccount', 'a', { secrets: [] }),
      apply('Lease', 'a', { spec: { holderIdentity: 'me', renewTime: '2024-01-01T00:00:00.000000Z' } }),
      apply('Lease', 'b', { spec: { holderIdentity: 'you' } }),
      patch('Lease', 'u', 'merge', { spec: { holderIdentity: null, leaseDurationSeconds: 10 } }),
    ],
  },
  {
    title: 'Service',
    steps: [
      create('Service', 'a', {
        spec: { selector: { app: 'x' }, ports: [{ name: 'a', port: 80, targetPort: 'http' }] },
      }),
      apply('Service', 'b', {
        spec: {
          ports: [
            { name: 'b', port: 80, protocol: 'UDP' },
            { name: 'a', port: 80 },
          ],
        },
      }),
      apply('Service', 'b', { spec: { ports: [{ name: 'b', port: 80, protocol: 'UDP' }] } }),
      apply('Service', 'c', { spec: { ports: [{ name: 'z', port: 80 }] } }),
    ],
  },
  {
    title: 'Deployment, its status and its validation errors',
    steps: [
      apply('Deployment', 'a', {
        spec: template([
          { name: 'c', image: 'i', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } },
        ]),
      }),
      apply('Deployment', 'b', { spec: { ...template([{ name: 'c', image: 'j' }]), replicas: 3 } }),
      force('Deployment', 'b', {
        spec: {
          ...template([
            { name: 's', image: 'k' },
            { name: 'c', image: 'j' },
          ]),
          replicas: 3,
        },
      }),
      patch('Deployment', 'k', 'merge', { spec: { replicas: 5 } }),
      { ...patch('Deployment', 'scaler', 'merge', { spec: { replicas: 6 } }), subresource: 'scale' },
      { method: 'GET', kind: 'Deployment' },
      patch('Deployment', 'k', 'merge', { spec: { replicas: 7 } }),
      { ...patch('Deployment', 'scaler', 'merge', { spec: { replicas: 7 } }), subresource: 'scale' },
      { method: 'GET', kind: 'Deployment' },
      patch('Deployment', 'k', 'merge', { metadata: { labels: { l: '1' } } }),
      status(patch('Deployment', 'ctl', 'merge', { status: { replicas: 2 }, spec: { replicas: 9 } })),
      apply('Deployment', 'a', { spec: template([{ name: 'c', image: 'i', bogus: 1 }]) }),
      apply('Deployment', 'a', { spec: template([{ name: 'c' }, { name: 'c' }]) }),
      apply('Deployment', 'b', { spec: template([{ name: 'c', image: 'j' }]) }),
    ],
  },
  {
    title: 'a custom resource with every merge strategy',
    steps: [
      apply('Gadget', 'a', {
        spec: {
          items: [{ name: 'b', v: '1' }, { name: 'a' }],
          ports: [{ port: 1 }],
          set: ['x', 'y'],
          whole: { x: '1' },
          map: { k: 'v' },
          any: { q: { r: 1 } },
        },
      }),
      apply('Gadget', 'b', {
        spec: {
          items: [{ name: 'c' }, { name: 'b', v: '2' }],
          ports: [{ port: 1, protocol: 'UDP' }],
          set: ['z', 'y'],
          whole: { y: '1' },
          map: { k: 'w', l: '1' },
          any: { q: { r: 2 } },
        },
      }),
      force('Gadget', 'b', {
        spec: {
          items: [{ name: 'c' }, { name: 'b', v: '2' }],
          ports: [{ port: 1, protocol: 'UDP' }],
          set: ['z', 'y'],
          whole: { y: '1' },
          map: { k: 'w', l: '1' },
          any: { q: { r: 2 } },
        },
      }),
      status(patch('Gadget', 's', 'merge', { status: { x: '1' }, spec: { n: 9 } })),
      apply('Gadget', 'a', { spec: { n: 1 }, status: { x: '2' } }),
      patch('Gadget', 'u', 'merge', { spec: { map: { z: '1' }, items: null } }),
      apply('Gadget', 'c', { spec: { none: null, n: 1 } }),
      apply('Gadget', 'b', {}),
      apply('Gadget', 'c', { spec: { items: [{ name: 'a' }, { name: 'a' }] } }),
      apply('Gadget', 'c', { spec: { ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] } }),
      apply('Gadget', 'c', { spec: { items: [{ v: '1' }] } }),
      apply('Gadget', 'c', { spec: { n: 1, map: { k: null } } }),
      apply('Gadget', 'c', { spec: { bogus: 1 } }),
      apply('Gadget', 'c', { spec: { n: 'x' } }),
    ],
  },
  {
    title: 'a custom resource without a schema',
    steps: [
      apply('Loose', 'a', { spec: { list: [1, { a: 2 }], deep: { a: { b: 1 } }, empty: {} } }),
      apply('Loose', 'b', { spec: { list: [1], deep: { a: { b: 2, c: 1 } } } }),
      force('Loose', 'b', { spec: { list: [1], deep: { a: { b: 2, c: 1 } } } }),
      patch('Loose', 'u', 'merge', { spec: { deep: { a: { b: null } } }, other: { x: 1 } }),
      apply('Loose', 'b', {}),
    ],
  },
]
