import { isObject, type JsonObject } from './json-object.ts'
import { at, conditionOf, numberAt, objectAt, objectsAt, textAt } from './read.ts'

/** The summary of a Pod in a table row. */
export interface PodSummary {
  readonly ready: number
  readonly total: number
  readonly status: string
  readonly restarts: number
  /** When a container that was restarted last terminated. */
  readonly lastRestart: string | undefined
}

interface Containers {
  readonly ready: number
  readonly restarts: number
  readonly lastRestart: string | undefined
  /** The state that the containers determine; undefined if they determine none. */
  readonly status: string | undefined
}

/**
 * The state of a Pod as kubectl shows it: from its phase, the reasons why its containers wait, and how they terminated.
 */
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

/** The state of a Pod that is being deleted, unless it has completed. */
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
  // Init containers after the first incomplete one have not been started.
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
  // A completed container does not complete the Pod.
  const status = reason === 'Completed' && running.length > 0 ? (isReady ? 'Running' : 'NotReady') : reason
  return { ready: running.length, status, ...restartsOf(statuses) }
}

/** The reason why a container is not running. */
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
