import type { Kind } from './kind.ts'

/** The part of a path after the resource. */
interface Target {
  readonly kind: Kind
  /** "" for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string
  /** "" for the collection. */
  readonly name: string
  readonly subresource: string
}

type VerbsByMethod = Readonly<Record<string, string>>

const OF_COLLECTION: VerbsByMethod = { GET: 'list', POST: 'create', DELETE: 'deletecollection' }
const OF_ITEM: VerbsByMethod = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const OF_SUBRESOURCE: VerbsByMethod = { ...OF_ITEM, POST: 'create' }

/**
 * The discovery verb of a method on a path; undefined if it is not supported there (405). Across all namespaces only
 * lists and watches are supported.
 */
export function verbOf(method: string, { kind, namespace, name, subresource }: Target): string | undefined {
  const verbs = subresource === '' ? kind.verbs : subresourceVerbs(kind, subresource)
  const verb = tableFor(name, subresource)[method]
  if (verb === undefined || !verbs.includes(verb)) return undefined
  const isEverywhere = name === '' && kind.resource.namespaced && namespace === ''
  return isEverywhere && verb !== 'list' ? undefined : verb
}

function tableFor(name: string, subresource: string): VerbsByMethod {
  if (subresource !== '') return OF_SUBRESOURCE
  return name === '' ? OF_COLLECTION : OF_ITEM
}

const subresourceVerbs = (kind: Kind, name: string): readonly string[] =>
  kind.subresources.find(subresource => subresource.name === name)?.verbs ?? []
