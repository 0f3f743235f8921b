import { preferredResources } from '@kube-informer/core/discovery'
import { useDiscovery } from '@kube-informer/react'
import { definedKinds, type Kind, type KindPath, kindAt } from './kind.ts'

/** What the server serves, as far as it is known. */
export interface Kinds {
  /** Each kind that can be listed once, in its preferred version. */
  readonly kinds: readonly Kind[]
  /** Whether the server has not answered yet: a kind that is missing may still come. */
  readonly isPending: boolean
}

/** The kinds of the cluster: those that the console knows until the server has answered. */
export function useKinds(): Kinds {
  const { data, isPending } = useDiscovery()
  if (data.length === 0) return { kinds: definedKinds, isPending }
  return { kinds: preferredResources(data.filter(isListed)), isPending }
}

const isListed = ({ verbs }: Kind): boolean => verbs === undefined || verbs.includes('list')

/** The kind at a path, in any version. `isPending`: the server may still name it. */
export function useKindAt(path: KindPath): { readonly kind: Kind | undefined; readonly isPending: boolean } {
  const { data, status, isError } = useDiscovery()
  const kind = kindAt(path, data)
  return { kind, isPending: kind === undefined && status.data !== 'complete' && !isError }
}
