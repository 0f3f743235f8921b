import { type ObjectName, UsageError } from '@kube-informer/core'
import { objectNameParts } from '@kube-informer/core/internal'
import type { SliceTarget } from '@kube-informer/worker'
import { type Off, wanted } from './context/skip-token.ts'
import type { Shape } from './projection.ts'

/** All objects. */
export const ALL: SliceTarget = { type: 'all' }

/** The objects with a value of an index, or with one of several; undefined for none. */
export function byIndex(index: string, value: string | readonly string[] | Off): SliceTarget | undefined {
  const given = wanted(value)
  if (given === undefined) return undefined
  return { type: 'index', index, ...(typeof given === 'string' ? { value: given } : { values: given }) }
}

/** One object; undefined for none. */
export function byKey(object: ObjectName | Off): SliceTarget | undefined {
  const given = wanted(object)
  if (given === undefined) return undefined
  const key = typeof given === 'string' ? given : keyOf(given)
  return { type: 'key', key }
}

/** The host checks the key: it has the definition. */
function keyOf(object: Exclude<ObjectName, string>): string {
  const { namespace, name, cluster } = objectNameParts(object)
  if (cluster !== undefined)
    throw new UsageError('an object must be named without a cluster: pass the connection of that cluster')
  return namespace ? `${namespace}/${name}` : name
}

/** The data of a hook that shows one object. */
export const firstRow: Shape = ([row]) => row
