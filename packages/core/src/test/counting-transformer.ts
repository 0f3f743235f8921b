import type { KubernetesObject } from '../api/object.ts'

/** A transformer that counts its calls by name and resourceVersion. */
export function countingTransformer(): {
  readonly transformer: (object: KubernetesObject) => KubernetesObject
  readonly counts: () => Record<string, number>
} {
  const counts: Record<string, number> = {}
  const transformer = (object: KubernetesObject): KubernetesObject => {
    const name = `${object.metadata?.name}${object.metadata?.resourceVersion}`
    counts[name] = (counts[name] ?? 0) + 1
    return { ...object }
  }
  return { transformer, counts: () => counts }
}
