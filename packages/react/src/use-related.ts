import type { KubernetesObject } from '@kube-informer/core'
import type {
  Connection,
  RelatedNode,
  RelatedObject,
  RelatedObserver,
  RelatedOptions,
  RelatedRoot,
  RelatedState,
  RelatedStatus,
} from '@kube-informer/worker'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { isForgotten, useSubscribe } from './disabled.ts'
import { type Flags, flagsOf } from './flags.ts'
import { holdData } from './held-state.ts'
import { useInformerContext } from './provider.tsx'
import { type Off, wanted } from './skip-token.ts'
import { type ThrowOnError, throwIfWanted } from './throw-on-error.ts'

/** The result of `useRelated`: immutable, and the same reference until something visible changes. */
export interface RelatedResult<TObject = RelatedObject> extends Flags {
  /** The object with what it owns; undefined while it is not known, and where there is no such object. */
  readonly data: RelatedNode<TObject> | undefined
  /** The status of the tree: how complete and current `data` is, and which resources cannot be read. */
  readonly status: RelatedStatus
  /** Why there is no tree: `status.error`. */
  readonly error: Error | undefined
}

/** The options of `useRelated`, before the types of a definition are added. */
export interface UntypedRelatedOptions extends RelatedOptions {
  readonly connection?: Connection | undefined
  readonly enabled?: boolean | undefined
  readonly throwOnError?: ThrowOnError | undefined
}

const NO_OPTIONS: UntypedRelatedOptions = {}

const NO_TREE: RelatedState = Object.freeze({
  root: undefined,
  status: Object.freeze({ data: 'none', link: 'connecting', failures: Object.freeze([]) }),
})
const noTree = (): RelatedState => NO_TREE
const NO_OBSERVER: RelatedObserver = { getState: noTree, subscribe: () => () => {} }

/** `useRelated` without the types of a definition. */
export function useUntypedRelated(
  root: RelatedRoot | Off,
  { connection: given, enabled = true, throwOnError, ...options }: UntypedRelatedOptions = NO_OPTIONS,
): RelatedResult {
  const { connection } = useInformerContext(given)
  const wantedRoot = wanted(root)
  const isEnabled = enabled && wantedRoot !== undefined
  const key = wantedRoot && keyOf(wantedRoot, options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the request, which is new on each render
  const tree = useMemo(() => {
    const observer = wantedRoot ? connection.observeRelated(wantedRoot, options) : NO_OBSERVER
    return { subscribe: observer.subscribe, getState: holdData(observer.getState) }
  }, [connection, key])
  const [project] = useState(createProjection)
  const read = (state: RelatedState): RelatedResult =>
    project(isForgotten(connection, isEnabled) ? NO_TREE : state, isEnabled)
  const result = useSyncExternalStore(
    useSubscribe(connection, tree.subscribe, isEnabled),
    () => read(tree.getState()),
    () => read(NO_TREE),
  )
  throwIfWanted(result, throwOnError)
  return result
}

/** Equal for equal requests. Of an object, only its identity counts. */
function keyOf(root: RelatedRoot, { depth, resources, events, limit }: RelatedOptions): string {
  const at: unknown = 'metadata' in root ? identityOf(root) : root
  return JSON.stringify([at, depth, resources, events, limit])
}

const identityOf = ({ apiVersion, kind, metadata }: KubernetesObject): unknown => [
  apiVersion,
  kind,
  metadata?.namespace,
  metadata?.name,
]

function createProjection(): (state: RelatedState, isEnabled: boolean) => RelatedResult {
  let last:
    | { readonly state: RelatedState; readonly isEnabled: boolean; readonly result: RelatedResult }
    | undefined
  return (state, isEnabled) => {
    if (last?.state !== state || last.isEnabled !== isEnabled) {
      const { root: data, status } = state
      const result = Object.freeze({ data, status, error: status.error, ...flagsOf(state, isEnabled) })
      last = { state, isEnabled, result }
    }
    return last.result
  }
}
