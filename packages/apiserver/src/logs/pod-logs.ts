import type { Clock, KubernetesObject } from '@kube-informer/core'
import { fieldsOf, objectMetaOf, textOf } from '../object/any-object.ts'
import { pods } from '../object/resources.ts'
import type { Storage } from '../storage/storage.ts'
import type { StorageEvent } from '../storage/stored-object.ts'
import { type ContainerRun, containerOf, runOf } from './container-run.ts'
import { logBody } from './log-body.ts'
import { type LogOptions, parseLogOptions } from './log-options.ts'
import { LogReader } from './log-reader.ts'
import { RunLog } from './run-log.ts'

/** Answers `GET …/pods/NAME/log` with generated lines, as a kubelet would with those of a container. */
export class PodLogs {
  readonly #storage: Storage
  readonly #clock: Clock

  constructor({ storage, clock }: { readonly storage: Storage; readonly clock: Clock }) {
    this.#storage = storage
    this.#clock = clock
  }

  /** The log of a container: the same lines for the same Pod, container and time. */
  answer(pod: KubernetesObject, query: URLSearchParams, signal: AbortSignal): Response {
    const now = this.#clock.now()
    const { name = '', namespace = '' } = objectMetaOf(pod)
    const sent = parseLogOptions(query, name, now)
    const options: LogOptions = { ...sent, container: containerOf(pod, sent.container) }
    if (textOf(fieldsOf(fieldsOf(pod).spec).nodeName) === '') return new Response(null, { status: 204 })
    const run = runOf(pod, options)
    const reader = new LogReader(new RunLog(run), options, now)
    const onChange = (changed: (isOver: boolean) => void) =>
      this.#storage.collection(pods).subscribe(event => {
        if (event.key === `${namespace}/${name}`) this.#notice(event, run, options, reader, changed)
      })
    const body = logBody(reader, { clock: this.#clock, signal, follow: options.follow, onChange })
    return new Response(body, { headers: { 'Content-Type': 'text/plain' } })
  }

  /** The end of a run is the end of its stream, after its last lines. */
  #notice(
    { current }: StorageEvent,
    run: ContainerRun,
    options: LogOptions,
    reader: LogReader,
    changed: (isOver: boolean) => void,
  ): void {
    const latest =
      current && current.object.metadata?.uid === run.uid ? latestOf(current.object, run, options) : undefined
    if (latest && !latest.ended && latest.restarts === run.restarts) return
    if (latest?.ended && latest.restarts === run.restarts) reader.replace(new RunLog(latest))
    changed(true)
  }
}

/** The same run in a later state of the Pod; undefined if the Pod does not have it any more. */
function latestOf(
  pod: KubernetesObject,
  { container, restarts }: ContainerRun,
  options: LogOptions,
): ContainerRun | undefined {
  for (const previous of [options.previous, true]) {
    try {
      const run = runOf(pod, { container, previous })
      if (run.restarts === restarts) return run
    } catch {
      // It waits, or has no such run.
    }
  }
  return undefined
}
