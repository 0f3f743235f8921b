import type { KubernetesObject } from '@kube-informer/core'
import { objectAge } from '@kube-informer/core/columns'
import { autoscalerTargets } from './autoscaler-targets.ts'
import { type CellsByKind, text } from './cells.ts'
import type { JsonObject } from './json-object.ts'
import { at, numberAt, objectAt, objectsAt, textAt } from './read.ts'

const countOf = (object: unknown, path: string): number => Object.keys(objectAt(object, path)).length

const roleOf = (object: KubernetesObject): string =>
  `${textAt(object, 'roleRef.kind')}/${textAt(object, 'roleRef.name')}`

/** The names of a binding's subjects of one kind. */
const subjects = (kind: string) => (object: KubernetesObject) => {
  const name = (subject: JsonObject) =>
    kind === 'ServiceAccount'
      ? `${textAt(subject, 'namespace')}/${textAt(subject, 'name')}`
      : textAt(subject, 'name')
  return objectsAt(object, 'subjects')
    .filter(subject => subject.kind === kind)
    .map(name)
    .join(', ')
}

const role = { 'Created At': text('metadata.creationTimestamp') }
const binding = {
  Role: roleOf,
  Age: objectAge,
  Users: subjects('User'),
  Groups: subjects('Group'),
  ServiceAccounts: subjects('ServiceAccount'),
}

const orNone = (path: string, none: string) => (object: KubernetesObject) => {
  const value = at(object, path)
  return value === undefined || value === null ? none : String(value)
}

/** The usage of a quota, `pods: 1/10`, separately for requests and limits. */
const quota = (isLimit: boolean) => (object: KubernetesObject) => {
  const used = objectAt(object, 'status.used')
  return Object.entries(objectAt(object, 'status.hard'))
    .filter(([name]) => (name === 'limits.cpu' || name === 'limits.memory') === isLimit)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hard]) => `${name}: ${used[name] ?? '0'}/${hard}`)
    .join(', ')
}

const webhooks = {
  Webhooks: (object: KubernetesObject) => objectsAt(object, 'webhooks').length,
  Age: objectAge,
}

/** Cells of configuration kinds. */
export const CONFIG_CELLS: CellsByKind = {
  '/ConfigMap': {
    Data: object => countOf(object, 'data') + countOf(object, 'binaryData'),
    Age: objectAge,
  },
  '/Secret': { Type: text('type'), Data: object => countOf(object, 'data'), Age: objectAge },
  '/ServiceAccount': { Age: objectAge },
  '/LimitRange': role,
  '/ResourceQuota': { Request: quota(false), Limit: quota(true), Age: objectAge },
  'rbac.authorization.k8s.io/Role': role,
  'rbac.authorization.k8s.io/ClusterRole': role,
  'rbac.authorization.k8s.io/RoleBinding': binding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': binding,
  'policy/PodDisruptionBudget': {
    'Min Available': orNone('spec.minAvailable', 'N/A'),
    'Max Unavailable': orNone('spec.maxUnavailable', 'N/A'),
    'Allowed Disruptions': object => numberAt(object, 'status.disruptionsAllowed'),
    Age: objectAge,
  },
  'scheduling.k8s.io/PriorityClass': {
    Value: object => numberAt(object, 'value'),
    'Global-Default': object => at(object, 'globalDefault') === true,
    Age: objectAge,
    PreemptionPolicy: text('preemptionPolicy'),
  },
  'node.k8s.io/RuntimeClass': { Handler: text('handler'), Age: objectAge },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
  'autoscaling/HorizontalPodAutoscaler': {
    Reference: object =>
      `${textAt(object, 'spec.scaleTargetRef.kind')}/${textAt(object, 'spec.scaleTargetRef.name')}`,
    Targets: autoscalerTargets,
    MinPods: orNone('spec.minReplicas', '<unset>'),
    MaxPods: object => numberAt(object, 'spec.maxReplicas'),
    Replicas: object => numberAt(object, 'status.currentReplicas'),
    Age: objectAge,
  },
  'storage.k8s.io/StorageClass': {
    Name: object => {
      const isDefault =
        objectAt(object, 'metadata.annotations')['storageclass.kubernetes.io/is-default-class'] === 'true'
      return `${textAt(object, 'metadata.name')}${isDefault ? ' (default)' : ''}`
    },
    Provisioner: text('provisioner'),
    ReclaimPolicy: text('reclaimPolicy', 'Delete'),
    VolumeBindingMode: text('volumeBindingMode', 'Immediate'),
    AllowVolumeExpansion: object => at(object, 'allowVolumeExpansion') === true,
    Age: objectAge,
  },
  'storage.k8s.io/CSIDriver': {
    AttachRequired: object => at(object, 'spec.attachRequired') !== false,
    PodInfoOnMount: object => at(object, 'spec.podInfoOnMount') === true,
    StorageCapacity: object => at(object, 'spec.storageCapacity') === true,
    TokenRequests: object =>
      objectsAt(object, 'spec.tokenRequests')
        .map(({ audience }) => audience)
        .join(',') || '<unset>',
    RequiresRepublish: object => at(object, 'spec.requiresRepublish') === true,
    Modes: object => {
      const modes = at(object, 'spec.volumeLifecycleModes')
      return Array.isArray(modes) && modes.length > 0 ? modes.join(',') : '<none>'
    },
    Age: objectAge,
  },
  'storage.k8s.io/CSINode': { Drivers: object => objectsAt(object, 'spec.drivers').length, Age: objectAge },
  'storage.k8s.io/CSIStorageCapacity': role,
  'storage.k8s.io/VolumeAttachment': {
    Attacher: text('spec.attacher'),
    PV: text('spec.source.persistentVolumeName'),
    Node: text('spec.nodeName'),
    Attached: object => at(object, 'status.attached') === true,
    Age: objectAge,
  },
  'storage.k8s.io/VolumeAttributesClass': { DriverName: text('driverName'), Age: objectAge },
}
