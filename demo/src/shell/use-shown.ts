import { pods } from '@kube-informer/core/resources'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Kind } from '../kinds/kind.ts'
import { useKindAt } from '../kinds/use-kinds.ts'

/** What the page below the shell shows. */
export interface Shown {
  readonly cluster: string
  /** Undefined if the URL names no known kind. */
  readonly kind: Kind | undefined
  /** `group/version/plural` of the path; empty without a kind. */
  readonly kindId: string
  /** Of an object's page: its namespace and name. */
  readonly object: { readonly namespace: string | undefined; readonly name: string } | undefined
  /** The namespaces that a table shows; empty for all of them. */
  readonly namespaces: readonly string[]
}

const NOWHERE = { group: '', version: '', plural: '' }

/** What the URL says is shown. */
export function useShown(): Shown {
  const { cluster, group, version, plural, namespace, name } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const isKind = group !== undefined && version !== undefined && plural !== undefined
  const { kind } = useKindAt(isKind ? { group, version, plural } : NOWHERE)
  return {
    cluster: cluster ?? '',
    kind,
    kindId: isKind ? `${group}/${version}/${plural}` : '',
    object: name === undefined ? undefined : { namespace: namespace === '-' ? undefined : namespace, name },
    namespaces: search.namespace === undefined ? [] : search.namespace.split(',').filter(Boolean),
  }
}

/** The kind whose informer the status line reports on where the page shows none. */
export const FALLBACK_KIND: Kind = pods
