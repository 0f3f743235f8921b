import type { KubernetesObject } from '@kube-informer/core'

/** A core/v1 Pod, as far as this page looks at it. */
export interface Pod extends KubernetesObject {
  readonly spec?: {
    readonly nodeName?: string
    readonly containers?: readonly { readonly name: string; readonly image?: string }[]
  }
  readonly status?: {
    readonly phase?: string
    readonly reason?: string
    readonly containerStatuses?: readonly ContainerStatus[]
  }
}

interface ContainerStatus {
  readonly name: string
  readonly ready?: boolean
  readonly restartCount?: number
  readonly state?: {
    readonly waiting?: { readonly reason?: string }
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number }
  }
}

/** How bad a status is, for its colour. */
export type Tone = 'good' | 'wait' | 'bad' | 'gone' | 'done'

export const keyOf = ({ metadata }: Pod): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

export const restartsOf = ({ status }: Pod): number =>
  (status?.containerStatuses ?? []).reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)

/** `1/2`: containers that are ready, out of all. */
export function readyOf({ spec, status }: Pod): string {
  const statuses = status?.containerStatuses ?? []
  return `${statuses.filter(({ ready }) => ready).length}/${spec?.containers?.length ?? statuses.length}`
}

/** What `kubectl get pods` would print: the first thing wrong with a container wins over the phase. */
export function statusOf({ metadata, status }: Pod): string {
  if (metadata?.deletionTimestamp) return 'Terminating'
  const reasons = (status?.containerStatuses ?? []).map(reasonOf)
  return reasons.find(reason => reason !== undefined) ?? status?.reason ?? status?.phase ?? 'Unknown'
}

function reasonOf({ state }: ContainerStatus): string | undefined {
  if (state?.waiting?.reason) return state.waiting.reason
  if (state?.terminated === undefined) return undefined
  return state.terminated.reason ?? `ExitCode:${state.terminated.exitCode ?? 0}`
}

const TONES: Readonly<Record<string, Tone>> = {
  Running: 'good',
  Succeeded: 'done',
  Completed: 'done',
  Pending: 'wait',
  ContainerCreating: 'wait',
  PodInitializing: 'wait',
  Terminating: 'gone',
  Unknown: 'gone',
}

/** A status that is not known to be fine is bad: reasons of failure are an open set. */
export const toneOf = (status: string): Tone => TONES[status] ?? 'bad'
