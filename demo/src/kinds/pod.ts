import type { KubernetesObject } from '@kube-informer/core'

/** The fields of a core/v1 Pod that this page reads. */
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

/** The severity of a status, which selects its color. */
export type Tone = 'good' | 'wait' | 'bad' | 'gone' | 'done'

export const keyOf = ({ metadata }: Pod): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`

export const restartsOf = ({ status }: Pod): number =>
  (status?.containerStatuses ?? []).reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)

/** Ready containers and all containers: `1/2`. */
export function readyOf({ spec, status }: Pod): string {
  const statuses = status?.containerStatuses ?? []
  return `${statuses.filter(({ ready }) => ready).length}/${spec?.containers?.length ?? statuses.length}`
}

/** The status column of `kubectl get pods`: the first problem of a container takes precedence over the phase. */
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

/** Unknown statuses count as bad, since the set of failure reasons is open. */
export const toneOf = (status: string): Tone => TONES[status] ?? 'bad'
