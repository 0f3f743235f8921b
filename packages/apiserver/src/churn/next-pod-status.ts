import type { Random } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { integer, pick } from '../object/random.ts'
import type { ContainerState, ContainerStatus, Pod, PodCondition, PodStatus } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'

/** The probability that a running container restarts. */
const RESTART_PROBABILITY = 0.35
const CRASH_LOOP_PROBABILITY = 0.1

/**
 * The next status that a kubelet might report for a Pod: a pending Pod starts, a failed one recovers, a running one
 * restarts a container, fails its readiness probe, or gets new transition times. A pure function: apply the result to
 * the fake server, or PATCH the `status` subresource of a real one.
 *
 * @param now in ms since the Unix epoch, for the times in the status
 */
export function nextPodStatus(pod: Pod, random: Random, now: number = Date.UTC(2026, 0, 1)): PodStatus {
  return nextStatus(pod, { random, now, change: disturbed })
}

/** The same, except that a running Pod stays ready: a container restarts. */
export function restartedPodStatus(pod: Pod, random: Random, now: number): PodStatus {
  return nextStatus(pod, { random, now, change: restarted })
}

/** Whether all containers of a status are ready. */
export const isReady = ({ containerStatuses = [] }: PodStatus): boolean =>
  containerStatuses.every(container => container.ready)

type Change = (container: ContainerStatus, random: Random, at: string) => ContainerStatus

interface NextStatusOptions {
  readonly random: Random
  readonly now: number
  /** What happens to a container of a ready Pod. */
  readonly change: Change
}

function nextStatus(pod: Pod, { random, now, change }: NextStatusOptions): PodStatus {
  const status = pod.status ?? {}
  const at = timestamp(now)
  const containers = status.containerStatuses ?? startedContainers(pod, at)
  if (status.phase !== 'Running' || !isReady({ containerStatuses: containers }))
    return withContainers(status, containers.map(running(at)), at)
  const chosen = integer(random, containers.length)
  const next = containers.map((container, index) =>
    index === chosen ? change(container, random, at) : container,
  )
  return withContainers(status, next, at)
}

const startedContainers = (pod: Pod, at: string): readonly ContainerStatus[] =>
  (pod.spec?.containers ?? []).map(({ name, image = '' }) => ({
    name,
    state: { running: { startedAt: at } },
    lastState: {},
    ready: true,
    restartCount: 0,
    image,
    started: true,
  }))

const running =
  (at: string) =>
  (container: ContainerStatus): ContainerStatus => ({
    ...container,
    state: container.state?.running ? container.state : { running: { startedAt: at } },
    ready: true,
    started: true,
  })

function disturbed(container: ContainerStatus, random: Random, at: string): ContainerStatus {
  if (random() >= RESTART_PROBABILITY) return { ...container, ready: false }
  const next = restarted(container, random, at)
  if (random() >= CRASH_LOOP_PROBABILITY) return next
  return { ...next, ready: false, started: false, state: { waiting: { reason: 'CrashLoopBackOff' } } }
}

const restarted: Change = (container, random, at) => ({
  ...container,
  restartCount: container.restartCount + 1,
  lastState: terminated(random, container, at),
  state: { running: { startedAt: at } },
})

function terminated(random: Random, { state }: ContainerStatus, finishedAt: string): ContainerState {
  const [reason, exitCode] = pick(random, [
    ['Error', 1],
    ['OOMKilled', 137],
    ['Completed', 0],
  ] as const)
  const startedAt = state?.running?.startedAt ?? finishedAt
  return { terminated: { exitCode, reason, startedAt, finishedAt } }
}

function withContainers(
  status: PodStatus,
  containerStatuses: readonly ContainerStatus[],
  at: string,
): PodStatus {
  const ready = isReady({ containerStatuses })
  const conditions = (status.conditions ?? freshConditions(at)).map(condition =>
    withReadiness(condition, ready, at),
  )
  return deepFreeze({ ...status, phase: 'Running', conditions, containerStatuses })
}

const freshConditions = (at: string): readonly PodCondition[] =>
  ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(type => ({
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: at,
  }))

function withReadiness(condition: PodCondition, ready: boolean, at: string): PodCondition {
  if (condition.type !== 'Ready' && condition.type !== 'ContainersReady') return condition
  const status = ready ? 'True' : 'False'
  return condition.status === status ? condition : { ...condition, status, lastTransitionTime: at }
}
