import type { KubernetesObject } from '@kube-informer/core'
import { countOf, type Fields, fieldsOf, itemsOf, objectMetaOf, textOf } from '../object/any-object.ts'
import { badRequest } from '../status/status-errors.ts'
import type { LogOptions } from './log-options.ts'

/** One run of a container: from its start to its next termination. */
export interface ContainerRun {
  readonly pod: string
  readonly container: string
  readonly uid: string
  readonly image: string
  /** The number of runs before this one. */
  readonly restarts: number
  /** In ms since the Unix epoch. */
  readonly startedAt: number
  /** Undefined while the container runs. */
  readonly ended: { readonly at: number; readonly exitCode: number } | undefined
}

/** The run of a container that a request asks for; throws the errors of a kubelet. */
export function runOf(
  pod: KubernetesObject,
  { container: name, previous }: Pick<LogOptions, 'container' | 'previous'>,
): ContainerRun {
  const status = statusOf(pod, name)
  if (!status) throw waitingError(pod, name, 'ContainerCreating')
  const last = fieldsOf(fieldsOf(status.lastState).terminated)
  const { running, terminated, waiting } = fieldsOf(status.state)
  const restarts = countOf(status.restartCount)
  if (previous && last.finishedAt === undefined)
    throw badRequest(`previous terminated container ${quote(name)} in pod ${quote(nameOf(pod))} not found`)
  if (!previous && running) return run(pod, status, restarts, fieldsOf(running))
  if (!previous && terminated) return run(pod, status, restarts, fieldsOf(terminated))
  // A container that waits for its next start answers with its last log.
  if (last.finishedAt !== undefined) return run(pod, status, Math.max(0, restarts - 1), last)
  throw waitingError(pod, name, textOf(fieldsOf(waiting).reason) || 'ContainerCreating')
}

function run(pod: KubernetesObject, status: Fields, restarts: number, state: Fields): ContainerRun {
  const { creationTimestamp = '', uid = '' } = objectMetaOf(pod)
  const { startTime } = fieldsOf(partsOf(pod).status)
  const finishedAt = Date.parse(textOf(state.finishedAt))
  return {
    pod: nameOf(pod),
    container: textOf(status.name),
    uid,
    image: textOf(status.image) || imageOf(pod, textOf(status.name)),
    restarts,
    startedAt: Date.parse(textOf(state.startedAt) || textOf(startTime) || creationTimestamp) || 0,
    // Times have whole seconds: the lines of the last one are part of the log.
    ended: Number.isFinite(finishedAt)
      ? { at: finishedAt + 999, exitCode: countOf(state.exitCode) }
      : undefined,
  }
}

/** The wanted container, by default the only one; throws the errors of an apiserver. */
export function containerOf(pod: KubernetesObject, wanted: string): string {
  const spec = fieldsOf(partsOf(pod).spec)
  const [containers, init, ephemeral] = [spec.containers, spec.initContainers, spec.ephemeralContainers].map(
    list => itemsOf(list).map(each => textOf(fieldsOf(each).name)),
  ) as [string[], string[], string[]]
  if (wanted !== '') {
    if ([...containers, ...init, ...ephemeral].includes(wanted)) return wanted
    throw badRequest(`container ${wanted} is not valid for pod ${nameOf(pod)}`)
  }
  const [only] = containers
  if (only !== undefined && containers.length === 1) return only
  const required = `a container name must be specified for pod ${nameOf(pod)}`
  if (only === undefined) throw badRequest(required)
  const others = init.length > 0 ? ` or one of the init containers: [${init.join(' ')}]` : ''
  throw badRequest(`${required}, choose one of: [${containers.join(' ')}]${others}`)
}

function statusOf(pod: KubernetesObject, name: string): Fields | undefined {
  const status = fieldsOf(partsOf(pod).status)
  return [status.containerStatuses, status.initContainerStatuses, status.ephemeralContainerStatuses]
    .flatMap(itemsOf)
    .map(fieldsOf)
    .find(each => each.name === name)
}

function imageOf(pod: KubernetesObject, name: string): string {
  const { containers, initContainers } = fieldsOf(partsOf(pod).spec)
  const found = [containers, initContainers]
    .flatMap(itemsOf)
    .map(fieldsOf)
    .find(each => each.name === name)
  return textOf(found?.image)
}

/** The texts of the kubelet's `validateContainerLogStatus`. */
const WAITING: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
}

const waitingError = (pod: KubernetesObject, name: string, reason: string) =>
  badRequest(
    `container ${quote(name)} in pod ${quote(nameOf(pod))} is waiting to start: ${WAITING[reason] ?? reason}`,
  )

const partsOf = (pod: KubernetesObject): Fields => fieldsOf(pod)
const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? ''
const quote = (text: string): string => JSON.stringify(text)
