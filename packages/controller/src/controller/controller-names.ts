import { UsageError } from '@kube-informer/core'

/** The names of the controllers of this process. They label the metrics. */
const names: Set<string> = /* @__PURE__ */ new Set()

/** Reserves a name. Returns a function that releases it. Throws a UsageError if a controller has the name. */
export function reserveName(name: string): () => void {
  if (names.has(name)) {
    throw new UsageError(
      `controller with name ${name} already exists. Controller names must be unique to avoid multiple controllers reporting the same metric. This validation can be disabled via the skipNameValidation option`,
    )
  }
  names.add(name)
  return () => void names.delete(name)
}
