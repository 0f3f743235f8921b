import { type KubernetesObject, labelSelectorText } from '@kube-informer/core'
import type { Pod } from '@kube-informer/core/resources'
import { skipToken, useByIndex } from '@kube-informer/react'
import { useMemo } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { LogSource } from './follow-log.ts'

/** More streams than this would be more lines than anyone reads. */
const MAX_PODS = 20
const PODS = { offset: 0, limit: MAX_PODS }

export interface LogSources {
  /** All containers of all Pods that have a node, the containers of a Pod together: the server has no log of the others. */
  readonly sources: readonly LogSource[]
  /** The names of the containers, once each. */
  readonly containers: readonly string[]
  /** The number of Pods; more than those of `sources` if there are too many. */
  readonly pods: number
}

type Selecting = KubernetesObject & {
  readonly spec?: { readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> } }
}

/** The containers of a Pod, or of the Pods that a workload selects. */
export function useLogSources(kind: Kind, object: KubernetesObject): LogSources {
  const isPod = kind.kind === 'Pod'
  const selector = (object as Selecting).spec?.selector
  const isSelecting = !isPod && selector?.matchLabels !== undefined
  const labelSelector = isSelecting ? labelSelectorText(selector) : ''
  const { data, total } = useByIndex('namespace', isSelecting ? object.metadata?.namespace : skipToken, {
    resource: 'pods',
    filter: { labelSelector },
    window: PODS,
  })
  const pods = isPod ? [object as Pod] : data
  // The Pods change with each status; their containers do not.
  const text = JSON.stringify(pods.filter(({ spec }) => spec?.nodeName).flatMap(sourcesOf))
  return useMemo(() => {
    const sources = JSON.parse(text) as readonly LogSource[]
    const containers = [...new Set(sources.map(({ container }) => container))]
    return { sources, containers, pods: isPod ? 1 : total }
  }, [text, isPod, total])
}

function sourcesOf({ metadata, spec }: Pod): readonly LogSource[] {
  const { namespace = '', name: pod = '' } = metadata ?? {}
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
  return containers.map(({ name: container }) => ({
    namespace,
    pod,
    container,
    label: `${pod}/${container}`,
  }))
}
