import type { ContainerState, ContainerStatus, Pod } from '@kube-informer/core/resources'
import { isTrue, type Status, statusWith, TERMINATING, type Tone } from './status.ts'

const TONES: Readonly<Record<string, Tone>> = {
  Running: 'good',
  Succeeded: 'done',
  Completed: 'done',
  Pending: 'wait',
  ContainerCreating: 'wait',
  PodInitializing: 'wait',
  SchedulingGated: 'wait',
  NotReady: 'wait',
  Unknown: 'gone',
}

const INIT_PROGRESS = /^Init:\d+\/\d+$/

/** The status column of `kubectl get pods` (printPod of kubernetes/pkg/printers/internalversion). */
export function podStatus(pod: Pod): Status {
  const { metadata, status } = pod
  if (metadata?.deletionTimestamp && status?.reason === 'NodeLost') return statusWith('Unknown', 'gone')
  if (metadata?.deletionTimestamp && !isTerminal(pod)) return TERMINATING
  const text = initStatus(pod) ?? containersStatus(pod) ?? ownStatus(pod)
  return statusWith(text, toneOfPod(text))
}

/** Reasons that are not known count as problems: their set is open. */
export const toneOfPod = (text: string): Tone => TONES[text] ?? (INIT_PROGRESS.test(text) ? 'wait' : 'bad')

const isTerminal = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

function ownStatus(pod: Pod): string {
  const { status } = pod
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return isGated ? 'SchedulingGated' : status?.reason || status?.phase || 'Unknown'
}

/** The first init container that has not completed. */
function initStatus(pod: Pod): string | undefined {
  const { spec, status } = pod
  const statuses = status?.initContainerStatuses ?? []
  const sidecars = new Set(
    spec?.initContainers
      ?.filter(({ restartPolicy }) => restartPolicy === 'Always')
      .map(container => container.name),
  )
  const at = statuses.findIndex(
    ({ name, state, started }) =>
      !(state?.terminated?.exitCode === 0 && !sidecars.has(name)) &&
      !(sidecars.has(name) && started === true),
  )
  const first = statuses[at]
  if (first === undefined || isTrue(pod, 'Initialized')) return undefined
  const { terminated, waiting } = first.state ?? {}
  if (terminated) return `Init:${terminatedText(terminated)}`
  if (waiting?.reason && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`
  return `Init:${at}/${spec?.initContainers?.length ?? statuses.length}`
}

/** The problem of the first container that has one. */
function containersStatus(pod: Pod): string | undefined {
  const statuses = pod.status?.containerStatuses ?? []
  const reason = statuses.map(reasonOf).find(each => each !== undefined)
  const isRunning = statuses.some(({ ready, state }) => ready && state?.running !== undefined)
  if (reason !== 'Completed' || !isRunning) return reason
  return isTrue(pod, 'Ready') ? 'Running' : 'NotReady'
}

function reasonOf({ state }: ContainerStatus): string | undefined {
  if (state?.waiting?.reason) return state.waiting.reason
  return state?.terminated && terminatedText(state.terminated)
}

const terminatedText = ({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>): string =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)
