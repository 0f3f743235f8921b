import type { ResourceDefinition } from '@kube-informer/core'
import { informers } from '../informers/informers.ts'

/** A resource that the console shows: as discovered, or one of the shared definition until discovery has answered. */
export interface Kind extends ResourceDefinition {
  /** e.g. `list`, `watch`. Absent until discovery has answered. */
  readonly verbs?: readonly string[] | undefined
  /** e.g. `all`. */
  readonly categories?: readonly string[] | undefined
}

/** The path parameters that name a kind. */
export interface KindPath {
  /** `core` for the core group. */
  readonly group: string
  readonly version: string
  readonly plural: string
}

/** A name in the shared definition. */
export type DefinedName = keyof typeof informers

/** The path of the core group, whose own name is empty. */
const CORE = 'core'

export const kindPath = ({ group, version, plural }: ResourceDefinition): KindPath => ({
  group: group || CORE,
  version,
  plural,
})

/** The kind at a path: the one that was discovered, or the one of the shared definition. */
export function kindAt(path: KindPath, discovered: readonly Kind[]): Kind | undefined {
  const isAt = (kind: Kind): boolean =>
    (kind.group || CORE) === path.group && kind.version === path.version && kind.plural === path.plural
  return discovered.find(isAt) ?? definedKinds.find(isAt)
}

/** The kinds of the shared definition. */
export const definedKinds: readonly Kind[] = Object.values(informers).map(({ resource }) => resource)

/** The name of a kind in the shared definition: the worker then has its whole objects. */
export function definedName({ group, plural }: ResourceDefinition): DefinedName | undefined {
  const name = plural as DefinedName
  return Object.hasOwn(informers, name) && informers[name].resource.group === group ? name : undefined
}

/** The kind of the shared definition that a reference names; undefined for others. */
export function kindOfReference({
  kind,
  apiVersion,
}: {
  readonly kind: string
  readonly apiVersion?: string | undefined
}): Kind | undefined {
  const group = apiVersion?.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return definedKinds.find(each => each.kind === kind && (apiVersion === undefined || each.group === group))
}
