import type { KubernetesObject } from '@kube-informer/core'

/** The parts of an object that are compared between a tab and the server. */
export interface Digest {
  readonly key: string
  readonly uid: string
  readonly resourceVersion: string
  /** A hash of the object without the members that a tab does not store. */
  readonly hash: string
}

/** The identity of an object and a hash of its content. */
export function digestOf(object: KubernetesObject): Digest {
  const { metadata = {} } = object
  const { namespace, name = '', uid = '', resourceVersion = '' } = metadata
  const key = namespace === undefined ? name : `${namespace}/${name}`
  return { key, uid, resourceVersion, hash: hashOf(canonicalText(object)) }
}

/** JSON with sorted members, without the type (list items lack it) and managedFields (trimmed). */
function canonicalText(object: KubernetesObject): string {
  return JSON.stringify(object, (member, value: unknown) => {
    if (member === 'apiVersion' || member === 'kind' || member === 'managedFields') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
