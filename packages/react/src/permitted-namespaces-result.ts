import type { NamespacesSource } from '@kube-informer/worker'
import type { Flags } from './flags.ts'

/** The result of `usePermittedNamespaces`: immutable, and the same reference until something changes. */
export interface PermittedNamespacesResult extends Pick<Flags, 'isPending' | 'isError' | 'isEnabled'> {
  /** Sorted by name; empty until something is known. */
  readonly data: readonly string[]
  /** Where the names come from; undefined until something is known. */
  readonly source: NamespacesSource | undefined
  /** Whether these are all: they are `listed` or `given`, no answer is open, and there is no error. */
  readonly isComplete: boolean
  /** `none` while there are no names and more may follow, or an error says why there are none. */
  readonly status: { readonly data: 'none' | 'cached' | 'complete'; readonly error?: Error | undefined }
  /** Why names may be missing, for example the 403 where the user may not list Namespaces and the source is `seen`. */
  readonly error: Error | undefined
}
