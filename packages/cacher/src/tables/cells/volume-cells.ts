import type { KubernetesObject } from '@kube-informer/core'
import { objectAge } from '@kube-informer/core/columns'
import { type CellsByKind, text } from './cells.ts'
import { at, textAt, textsAt } from './read.ts'

const UNSET = '<unset>'
const MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]

const accessModes = (object: unknown, path: string): string => {
  const modes = textsAt(object, path)
  return MODES.flatMap(([mode, short]) => (modes.includes(mode) ? short : [])).join(',')
}

const phase = (object: KubernetesObject): string =>
  textAt(object, 'metadata.deletionTimestamp') ? 'Terminating' : textAt(object, 'status.phase')

/** Old objects have the class in an annotation. */
const storageClass = (object: KubernetesObject): string => {
  const annotation = object.metadata?.annotations?.['volume.beta.kubernetes.io/storage-class']
  return annotation ?? textAt(object, 'spec.storageClassName')
}

const isBound = (claim: KubernetesObject): boolean => textAt(claim, 'spec.volumeName') !== ''

/** Cells of volumes and claims. */
export const VOLUME_CELLS: CellsByKind = {
  '/PersistentVolume': {
    Capacity: text('spec.capacity.storage'),
    'Access Modes': object => accessModes(object, 'spec.accessModes'),
    'Reclaim Policy': text('spec.persistentVolumeReclaimPolicy'),
    Status: phase,
    Claim: object => {
      const claim = at(object, 'spec.claimRef')
      return claim ? `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}` : ''
    },
    StorageClass: storageClass,
    VolumeAttributesClass: text('spec.volumeAttributesClassName', UNSET),
    Reason: text('status.reason'),
    Age: objectAge,
    VolumeMode: text('spec.volumeMode', UNSET),
  },
  '/PersistentVolumeClaim': {
    Status: phase,
    Volume: text('spec.volumeName'),
    Capacity: object => (isBound(object) ? textAt(object, 'status.capacity.storage') || '0' : ''),
    'Access Modes': object => (isBound(object) ? accessModes(object, 'status.accessModes') : ''),
    StorageClass: storageClass,
    VolumeAttributesClass: text('spec.volumeAttributesClassName', UNSET),
    Age: objectAge,
    VolumeMode: text('spec.volumeMode', UNSET),
  },
}
