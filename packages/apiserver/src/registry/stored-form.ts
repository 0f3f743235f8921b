import type { KubernetesObject } from '@kube-informer/core'
import { frozenCopy } from '../json/freeze.ts'
import { isObject } from '../json/json-value.ts'
import { type AnyObject, type Fields, itemsOf, withMetadata } from '../object/any-object.ts'
import { withoutEmptyLists } from '../schema/empty-lists.ts'
import type { Target } from './target.ts'

/** A server's order of metadata members. */
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

/** The object with its resourceVersion, frozen. */
export const stamp = (object: KubernetesObject, revision: number): KubernetesObject =>
  frozenCopy({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } })

/** The same in the server's form. */
export const stampInOrder = (object: AnyObject, revision: number): KubernetesObject =>
  frozenCopy(inServerForm(withMetadata(object, { resourceVersion: String(revision) })))

/** The groups of built-in kinds that a server stores as JSON. */
const STORED_AS_JSON = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** The client's object as it is read after it was stored, which is also the response to a dry run. */
export function inStoredForm({ kind, schema }: Target, object: AnyObject): AnyObject {
  const isJson = !kind.isBuiltIn || STORED_AS_JSON.has(kind.resource.group)
  const stored = schema && !isJson ? (withoutEmptyLists(schema, object) as AnyObject) : object
  return inServerForm(stored)
}

/** The object with metadata in the server's order, without empty members. */
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
