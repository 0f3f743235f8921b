import {
  type FieldSelector,
  fieldSelectorText,
  type IndexFunction,
  type KubernetesObject,
  UsageError,
} from '@kube-informer/core'
import { parseFieldRequirements } from '@kube-informer/core/selectors'

/** The values of a field, for `indexField`. None: the object is in no list by that field. */
export type FieldValues<T> = (object: T) => string | readonly string[] | undefined

/** The field and the exact value of one term of a field selector. */
export interface ExactField {
  readonly field: string
  readonly value: string
}

const ALL_NAMESPACES = '__all_namespaces'

/** The name of a field's index in an informer (controller-runtime `FieldIndexName`). */
export const fieldIndexName = (field: string): string => `field:${field}`

/** The indexed value of a field, within one namespace or within all. */
export const fieldIndexValue = (namespace: string | undefined, value: string): string =>
  `${namespace || ALL_NAMESPACES}/${value}`

/** Indexes each value for the object's own namespace, and for all namespaces. */
export const fieldIndex =
  <T extends KubernetesObject>(valuesOf: FieldValues<T>): IndexFunction<T> =>
  object =>
    [valuesOf(object) ?? []].flat().flatMap(value => {
      const namespace = object.metadata?.namespace
      const everywhere = fieldIndexValue(undefined, value)
      return namespace ? [fieldIndexValue(namespace, value), everywhere] : [everywhere]
    })

/** The terms of a field selector. A cache supports exact matches only, so any other throws a UsageError. */
export function exactFields(selector: string | FieldSelector | undefined): readonly ExactField[] {
  return parseFieldRequirements(fieldSelectorText(selector ?? '')).map(({ field, operator, value }) => {
    if (operator !== '=') throw new UsageError('non-exact field matches are not supported by the cache')
    return { field, value }
  })
}
