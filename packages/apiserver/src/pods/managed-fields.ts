const EMPTY = Object.freeze({})

/** A set of owned fields from names: `{"f:a":{},"f:b":{}}`. */
const fields = (...names: string[]): Record<string, object> =>
  Object.fromEntries(names.map(name => [`f:${name}`, EMPTY]))

/** A field with owned fields below it; `.` is the field itself. */
const nested = (name: string, below: object): Record<string, object> => ({
  [`f:${name}`]: { '.': EMPTY, ...below },
})

const keyed = (key: object, ...names: string[]): Record<string, object> => ({
  [`k:${JSON.stringify(key)}`]: { '.': EMPTY, ...fields(...names) },
})

const probe = (name: string) =>
  nested(name, {
    ...fields(
      'failureThreshold',
      'initialDelaySeconds',
      'periodSeconds',
      'successThreshold',
      'timeoutSeconds',
    ),
    ...nested('httpGet', fields('path', 'port', 'scheme')),
  })

const container = (name: string, below: object): Record<string, object> => ({
  [`k:${JSON.stringify({ name })}`]: {
    '.': EMPTY,
    ...fields('args', 'image', 'imagePullPolicy', 'name'),
    ...nested('resources', {
      ...nested('limits', fields('cpu', 'memory')),
      ...nested('requests', fields('cpu', 'memory')),
    }),
    ...fields('terminationMessagePath', 'terminationMessagePolicy'),
    ...below,
  },
})

const appFields = () => ({
  ...nested('env', keyed({ name: 'POD_NAME' }, 'name', 'valueFrom')),
  ...nested('ports', keyed({ containerPort: 8080, protocol: 'TCP' }, 'containerPort', 'name', 'protocol')),
  ...probe('readinessProbe'),
  ...nested('volumeMounts', keyed({ mountPath: '/etc/app' }, 'mountPath', 'name', 'readOnly')),
})

const specFields = () => ({
  'f:containers': { ...container('app', appFields()), ...container('proxy', {}) },
  ...fields('dnsPolicy', 'enableServiceLinks', 'restartPolicy', 'schedulerName', 'serviceAccountName'),
  ...nested('volumes', keyed({ name: 'config' }, 'configMap', 'name')),
})

const condition = (type: string) => keyed({ type }, 'lastProbeTime', 'lastTransitionTime', 'status', 'type')

const statusFields = () => ({
  'f:conditions': {
    ...condition('ContainersReady'),
    ...condition('Initialized'),
    ...condition('Ready'),
  },
  ...fields('containerStatuses', 'hostIP', 'phase', 'podIP', 'podIPs', 'startTime'),
})

/** The managedFields of a Pod: the controller owns the spec, the kubelet the status. */
export function managedFieldsOf(ownerUid: string): readonly unknown[] {
  const metadata = {
    'f:metadata': {
      'f:generateName': EMPTY,
      ...nested(
        'labels',
        fields('app', 'app.kubernetes.io/name', 'app.kubernetes.io/version', 'pod-template-hash', 'tier'),
      ),
      ...nested('ownerReferences', keyed({ uid: ownerUid })),
    },
  }
  return [
    entry('kube-controller-manager', '2026-01-01T00:00:00Z', { ...metadata, 'f:spec': specFields() }),
    { ...entry('kubelet', '2026-01-01T00:00:09Z', { 'f:status': statusFields() }), subresource: 'status' },
  ]
}

const entry = (manager: string, time: string, fieldsV1: object) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1,
})
