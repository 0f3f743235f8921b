import { isObject, type JsonObject } from '../../json/json-value.ts'
import { at, conditionOf, numberAt, objectAt, objectsAt, textAt } from './read.ts'

/** What is to be said of a Pod in a line. */
export interface PodSummary {
  readonly ready: number
  readonly total: number
  readonly status: string
  readonly restarts: number
  /** When a container last ended, to be started again. */
  readonly lastRestart: string | undefined
}

interface Containers {
  readonly ready: number
  readonly restarts: number
  readonly lastRestart: string | undefined
  /** What they make of the Pod's state; undefined where they have nothing to say. */
  readonly status: string | undefined
}

/** The state of a Pod as kubectl tells it: from its phase, what its containers wait for, and how they ended. */
export function podSummary(pod: unknown): PodSummary {
  const sidecars = objectsAt(pod, 'spec.initContainers').filter(isRestartable)
  const total = objectsAt(pod, 'spec.containers').length + sidecars.length
  const init = initContainers(pod, new Set(sidecars.map(({ name }) => name)))
  const isInitialized = init.status === undefined || conditionOf(pod, 'Initialized')?.status === 'True'
  const main = isInitialized ? mainContainers(pod) : undefined
  const restarts = main ? init.ofSidecars.restarts + main.restarts : init.restarts
  const lastRestart = main ? later(init.ofSidecars.lastRestart, main.lastRestart) : init.lastRestart
  const status = ending(pod) ?? main?.status ?? init.status ?? phaseOf(pod)
  return { ready: init.ready + (main?.ready ?? 0), total, status, restarts, lastRestart }
}

const isRestartable = (container: JsonObject): boolean => container.restartPolicy === 'Always'

function phaseOf(pod: unknown): string {
  if (conditionOf(pod, 'PodScheduled')?.reason === 'SchedulingGated') return 'SchedulingGated'
  return textAt(pod, 'status.reason') || textAt(pod, 'status.phase')
}

/** A Pod that is being deleted says so, unless it has come to its end. */
function ending(pod: unknown): string | undefined {
  if (!textAt(pod, 'metadata.deletionTimestamp')) return undefined
  if (textAt(pod, 'status.reason') === 'NodeLost') return 'Unknown'
  return ['Succeeded', 'Failed'].includes(textAt(pod, 'status.phase')) ? undefined : 'Terminating'
}

interface Restarts {
  readonly restarts: number
  readonly lastRestart: string | undefined
}

function initContainers(
  pod: unknown,
  sidecars: ReadonlySet<unknown>,
): Containers & { readonly ofSidecars: Restarts } {
  const statuses = objectsAt(pod, 'status.initContainerStatuses')
  const isUp = (status: JsonObject) => sidecars.has(status.name) && status.started === true
  const isDone = (status: JsonObject) =>
    isObject(at(status, 'state.terminated')) && numberAt(status, 'state.terminated.exitCode') === 0
  const stuck = statuses.findIndex(status => !isDone(status) && !isUp(status))
  // Those behind the first that is not done have not been started.
  const seen = stuck === -1 ? statuses : statuses.slice(0, stuck + 1)
  const count = objectsAt(pod, 'spec.initContainers').length
  return {
    ready: seen.filter(status => isUp(status) && !isDone(status) && status.ready === true).length,
    status: stuck === -1 ? undefined : `Init:${initReason(statuses[stuck] ?? {}) ?? `${stuck}/${count}`}`,
    ofSidecars: restartsOf(seen.filter(({ name }) => sidecars.has(name))),
    ...restartsOf(seen),
  }
}

function initReason(status: JsonObject): string | undefined {
  const terminated = at(status, 'state.terminated')
  if (isObject(terminated)) return textAt(terminated, 'reason') || exitText(terminated)
  const waiting = textAt(status, 'state.waiting.reason')
  return waiting && waiting !== 'PodInitializing' ? waiting : undefined
}

function mainContainers(pod: unknown): Containers {
  const statuses = objectsAt(pod, 'status.containerStatuses')
  const running = statuses.filter(status => status.ready === true && isObject(at(status, 'state.running')))
  const reason = statuses.map(containerReason).find(each => each !== undefined)
  const isReady = conditionOf(pod, 'Ready')?.status === 'True'
  // One that has ended is not the end of the Pod.
  const status = reason === 'Completed' && running.length > 0 ? (isReady ? 'Running' : 'NotReady') : reason
  return { ready: running.length, status, ...restartsOf(statuses) }
}

/** Why a container is not running. */
function containerReason(status: JsonObject): string | undefined {
  const waiting = textAt(status, 'state.waiting.reason')
  if (waiting) return waiting
  const terminated = at(status, 'state.terminated')
  return isObject(terminated) ? textAt(terminated, 'reason') || exitText(terminated) : undefined
}

function exitText(terminated: JsonObject): string {
  const signal = numberAt(terminated, 'signal')
  return signal === 0 ? `ExitCode:${numberAt(terminated, 'exitCode')}` : `Signal:${signal}`
}

function restartsOf(statuses: readonly JsonObject[]): Restarts {
  const ends = statuses.map(status => textAt(objectAt(status, 'lastState.terminated'), 'finishedAt'))
  return {
    restarts: statuses.reduce((sum, status) => sum + numberAt(status, 'restartCount'), 0),
    lastRestart: ends.toSorted().at(-1) || undefined,
  }
}

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a !== undefined && (b === undefined || a > b) ? a : b
