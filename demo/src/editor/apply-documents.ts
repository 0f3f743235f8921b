import type { KubernetesObject } from '@kube-informer/core'
import { createRESTMapper, type DiscoveredResource, type Discovery } from '@kube-informer/core/discovery'
import { readDocuments } from './read-documents.ts'

/** Where an object is applied. */
export interface ApplyTarget {
  readonly resource: DiscoveredResource
  /** With the namespace that it is applied in. */
  readonly object: KubernetesObject
}

/**
 * Reads the objects of a YAML or JSON text: several documents, and the items of lists. Throws an error that says which
 * document is wrong.
 */
export function pastedObjects(text: string): readonly KubernetesObject[] {
  const objects = readDocuments(text).flatMap((value, index) => (value === null ? [] : itemsOf(value, index)))
  if (objects.length === 0) throw new Error('There is no object in the text.')
  return objects
}

function itemsOf(value: unknown, index: number): readonly KubernetesObject[] {
  const where = `Document ${index + 1}`
  const { kind, items } = value as { readonly kind?: unknown; readonly items?: unknown }
  if (kind !== 'List' || !Array.isArray(items)) return [checked(value, where)]
  return items.map((item, at) => checked(item, `${where}, item ${at + 1}`))
}

/** The author of a pasted text may be another than the user. */
function checked(value: unknown, where: string): KubernetesObject {
  const { apiVersion, kind, metadata } = Object(value) as KubernetesObject
  for (const text of [apiVersion, kind, metadata?.name])
    if (typeof text !== 'string' || text === '')
      throw new Error(`${where}: apiVersion, kind or metadata.name is missing.`)
  return value as KubernetesObject
}

/** `Deployment shop/web` */
export function titleOf({ kind, metadata }: KubernetesObject): string {
  return [kind, [metadata?.namespace, metadata?.name].filter(Boolean).join('/')].join(' ')
}

/** Finds the resource of an object. Throws a NoMatchError if the server has no such kind. */
export function applyTarget(
  object: KubernetesObject,
  groups: Discovery['groups'],
  namespace: string,
): ApplyTarget {
  const { apiVersion = '', kind = '' } = object
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const resource = createRESTMapper({ groups, error: undefined }).restMapping({ group, kind }, version)
  const metadata = resource.namespaced ? { namespace, ...object.metadata } : { ...object.metadata }
  return { resource, object: { ...object, metadata } }
}
