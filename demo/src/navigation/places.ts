import type { ResourceDefinition } from '@kube-informer/core'
import { type KindPath, kindPath } from '../kinds/kind.ts'
import { createStored, type Stored } from '../ui/stored.ts'

/** A kind in stored values: `group/version/plural`, as in the path. */
export const kindId = (kind: ResourceDefinition): string => kindIdAt(kindPath(kind))
const kindIdAt = ({ group, version, plural }: KindPath): string => `${group}/${version}/${plural}`

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** The kinds that the user has marked. */
export const favourites: Stored<readonly string[]> = createStored('favourites', texts)

export const toggleFavourite = (id: string): void => {
  const ids = favourites.get()
  favourites.set(ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id])
}

/** An object that was shown. */
export interface RecentObject {
  readonly cluster: string
  /** `group/version/plural`. */
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

const RECENT = 12

/** The objects that were shown last, the latest first. */
export const recentObjects: Stored<readonly RecentObject[]> = createStored('recent', value =>
  Array.isArray(value)
    ? value.filter(each => typeof each?.name === 'string' && typeof each?.kind === 'string')
    : [],
)

export function rememberObject(object: RecentObject): void {
  const key = JSON.stringify(object)
  const others = recentObjects.get().filter(each => JSON.stringify(each) !== key)
  recentObjects.set([object, ...others].slice(0, RECENT))
}
