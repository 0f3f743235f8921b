import { isJsonObject } from '@kube-informer/core/patch'

/**
 * Whether a value has everything that a merge patch sets, and nothing that it removes. The items of lists may have more
 * members, which servers add as defaults.
 */
export function hasPatch(value: unknown, patch: unknown): boolean {
  if (patch === null || patch === undefined) return patch === undefined || value === undefined
  if (Array.isArray(patch))
    return (
      Array.isArray(value) &&
      value.length === patch.length &&
      patch.every((item, index) => hasPatch(value[index], item))
    )
  if (!isJsonObject(patch)) return value === patch
  return (
    isJsonObject(value) &&
    Object.entries(patch).every(([name, each]) =>
      hasPatch(Object.hasOwn(value, name) ? value[name] : undefined, each),
    )
  )
}
