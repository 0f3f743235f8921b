import type { KubernetesObject } from '@kube-informer/core'
import { frozenCopy } from '../json/freeze.ts'
import { isObject } from '../json/json-value.ts'
import { type AnyObject, type Fields, itemsOf, withMetadata } from '../object/any-object.ts'

/** In which order a server writes metadata. */
const ORDER = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

/** The object with its revision, frozen. */
export const stamp = (object: KubernetesObject, revision: number): KubernetesObject =>
  frozenCopy({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } })

/** The same for what a server made itself, with everything in its place. */
export const stampInOrder = (object: AnyObject, revision: number): KubernetesObject =>
  frozenCopy(inServerForm(withMetadata(object, { resourceVersion: String(revision) })))

/** The object with its metadata in the server's order, and without what is empty there. */
export function inServerForm(object: AnyObject): AnyObject {
  const metadata: Fields = { ...object.metadata }
  const known = ORDER.filter(name => !isEmpty(metadata[name])).map(name => [name, metadata[name]])
  return { ...object, metadata: Object.fromEntries(known) }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return itemsOf(value).length === 0
  return isObject(value) && Object.keys(value).length === 0
}
