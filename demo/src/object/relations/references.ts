import type { KubernetesObject } from '@kube-informer/core'
import { fieldOf, itemsAt, textAt } from '../../actions/fields.ts'

/** Another object that an object names. */
export interface Reference {
  /** What it is for, e.g. `Volume data`. */
  readonly role: string
  readonly apiVersion: string
  readonly kind: string
  /** Absent for cluster-scoped objects. */
  readonly namespace: string | undefined
  readonly name: string
}

/** The objects that a Pod, an Ingress, an autoscaler or a volume names. */
export function referencesOf(object: KubernetesObject): readonly Reference[] {
  const found = READERS[object.kind ?? '']?.(object, object.metadata?.namespace) ?? []
  const known = new Map(found.map(reference => [Object.values(reference).join('\n'), reference]))
  return [...known.values()]
}

type Reader = (object: KubernetesObject, namespace: string | undefined) => readonly Reference[]

const reference = (
  role: string,
  kind: string,
  namespace: string | undefined,
  name: string | undefined,
  apiVersion = 'v1',
): readonly Reference[] => (name ? [{ role, apiVersion, kind, namespace, name }] : [])

const READERS: Readonly<Record<string, Reader>> = {
  Pod: (pod, namespace) => [
    ...reference('Runs on', 'Node', undefined, textAt(pod, 'spec', 'nodeName')),
    ...reference('Runs as', 'ServiceAccount', namespace, textAt(pod, 'spec', 'serviceAccountName')),
    ...itemsAt(pod, 'spec', 'volumes').flatMap(volume => ofVolume(volume, namespace)),
    ...[...itemsAt(pod, 'spec', 'initContainers'), ...itemsAt(pod, 'spec', 'containers')].flatMap(container =>
      ofEnvironment(container, namespace),
    ),
  ],
  Ingress: (ingress, namespace) => [
    ...reference(
      'Default backend',
      'Service',
      namespace,
      serviceOf(fieldOf(ingress, 'spec', 'defaultBackend')),
    ),
    ...itemsAt(ingress, 'spec', 'rules').flatMap(rule =>
      itemsAt(rule, 'http', 'paths').flatMap(path => {
        const role = `${textAt(rule, 'host') ?? '*'}${textAt(path, 'path') ?? '/'}`
        return reference(role, 'Service', namespace, serviceOf(fieldOf(path, 'backend')))
      }),
    ),
    ...itemsAt(ingress, 'spec', 'tls').flatMap(tls =>
      reference('TLS', 'Secret', namespace, textAt(tls, 'secretName')),
    ),
  ],
  HorizontalPodAutoscaler: (autoscaler, namespace) => {
    const target = fieldOf(autoscaler, 'spec', 'scaleTargetRef')
    const kind = textAt(target, 'kind') ?? ''
    return reference('Scales', kind, namespace, textAt(target, 'name'), textAt(target, 'apiVersion'))
  },
  PersistentVolumeClaim: claim => [
    ...reference('Volume', 'PersistentVolume', undefined, textAt(claim, 'spec', 'volumeName')),
    ...ofStorageClass(claim),
  ],
  PersistentVolume: volume => {
    const claim = fieldOf(volume, 'spec', 'claimRef')
    const namespace = textAt(claim, 'namespace')
    return [
      ...reference('Claimed by', 'PersistentVolumeClaim', namespace, textAt(claim, 'name')),
      ...ofStorageClass(volume),
    ]
  },
}

const serviceOf = (backend: unknown): string | undefined => textAt(backend, 'service', 'name')

const ofStorageClass = (object: unknown): readonly Reference[] =>
  reference(
    'Storage class',
    'StorageClass',
    undefined,
    textAt(object, 'spec', 'storageClassName'),
    'storage.k8s.io/v1',
  )

function ofVolume(volume: unknown, namespace: string | undefined): readonly Reference[] {
  const role = `Volume ${textAt(volume, 'name')}`
  const claim = textAt(volume, 'persistentVolumeClaim', 'claimName')
  const sources = itemsAt(volume, 'projected', 'sources')
  return [
    ...reference(role, 'PersistentVolumeClaim', namespace, claim),
    ...reference(role, 'ConfigMap', namespace, textAt(volume, 'configMap', 'name')),
    ...reference(role, 'Secret', namespace, textAt(volume, 'secret', 'secretName')),
    ...sources.flatMap(source => [
      ...reference(role, 'ConfigMap', namespace, textAt(source, 'configMap', 'name')),
      ...reference(role, 'Secret', namespace, textAt(source, 'secret', 'name')),
    ]),
  ]
}

function ofEnvironment(container: unknown, namespace: string | undefined): readonly Reference[] {
  const role = `Environment of ${textAt(container, 'name')}`
  const single = itemsAt(container, 'env').map(variable => fieldOf(variable, 'valueFrom'))
  return [
    ...single.flatMap(from => [
      ...reference(role, 'ConfigMap', namespace, textAt(from, 'configMapKeyRef', 'name')),
      ...reference(role, 'Secret', namespace, textAt(from, 'secretKeyRef', 'name')),
    ]),
    ...itemsAt(container, 'envFrom').flatMap(from => [
      ...reference(role, 'ConfigMap', namespace, textAt(from, 'configMapRef', 'name')),
      ...reference(role, 'Secret', namespace, textAt(from, 'secretRef', 'name')),
    ]),
  ]
}
