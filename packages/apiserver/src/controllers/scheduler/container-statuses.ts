import type { Random } from '@kube-informer/core'
import type {
  Container,
  ContainerState,
  ContainerStatus,
  Pod,
  PodCondition,
  PodStatus,
} from '@kube-informer/core/resources'
import { hex } from '../../object/random.ts'
import { timestamp } from '../../object/timestamp.ts'
import { containerStatusesOf, podCondition } from '../base/pod-state.ts'

/** A container that is starting. */
const CREATING: ContainerState = { waiting: { reason: 'ContainerCreating' } }

/** The status of a container that does not run yet. */
export function waitingStatus(
  { name, image = '' }: Container,
  state: ContainerState = CREATING,
): ContainerStatus {
  return { name, state, lastState: {}, ready: false, restartCount: 0, image, imageID: '', started: false }
}

/** The status of a container that has just started. */
export function startedStatus(before: ContainerStatus, random: Random, nowMs: number): ContainerStatus {
  const { image } = before
  const [name = image] = image.split(':')
  return {
    ...before,
    state: { running: { startedAt: timestamp(nowMs) } },
    ready: false,
    started: true,
    imageID: before.imageID || `${name}@sha256:${hex(random, 64)}`,
    containerID: `containerd://${hex(random, 64)}`,
  }
}

/** The state of a container that has ended. */
export function terminatedState(
  { state, containerID }: ContainerStatus,
  exitCode: number,
  nowMs: number,
): ContainerState {
  const finishedAt = timestamp(nowMs)
  return {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt: state?.running?.startedAt ?? finishedAt,
      finishedAt,
      ...(containerID === undefined ? {} : { containerID }),
    },
  }
}

/** Init containers end at once. */
export function initStatuses(
  { spec }: Pod,
  random: Random,
  nowMs: number,
): Pick<PodStatus, 'initContainerStatuses'> {
  if (!spec?.initContainers?.length) return {}
  return {
    initContainerStatuses: spec.initContainers.map(container => {
      const started = startedStatus(waitingStatus(container), random, nowMs)
      return container.restartPolicy === 'Always'
        ? { ...started, ready: true }
        : { ...started, started: false, ready: true, state: terminatedState(started, 0, nowMs) }
    }),
  }
}

/** The conditions of a Pod, in a kubelet's order; a time changes only with its status. */
export function podConditions(pod: Pod, phase: string, nowMs: number): readonly PodCondition[] {
  const statuses = containerStatusesOf(pod)
  const isRunning = phase === 'Running'
  const unready = statuses.filter(({ ready }) => !ready).map(({ name }) => name)
  const isReady = isRunning && statuses.length > 0 && unready.length === 0
  const why = isReady
    ? {}
    : phase === 'Succeeded'
      ? { reason: 'PodCompleted' }
      : phase === 'Failed'
        ? { reason: 'PodFailed' }
        : {
            reason: 'ContainersNotReady',
            message: `containers with unready status: [${unready.join(' ')}]`,
          }
  const facts: readonly [type: string, is: boolean, why?: Partial<PodCondition>][] = [
    ['PodReadyToStartContainers', isRunning],
    ['Initialized', true, phase === 'Succeeded' ? { reason: 'PodCompleted' } : {}],
    ['Ready', isReady, why],
    ['ContainersReady', isReady, why],
    ['PodScheduled', true],
  ]
  return facts.map(([type, is, reasons = {}]) => {
    const status = is ? 'True' : 'False'
    const known = podCondition(pod, type)
    const since = known?.status === status ? known.lastTransitionTime : undefined
    return { type, status, lastTransitionTime: since ?? timestamp(nowMs), ...reasons }
  })
}
