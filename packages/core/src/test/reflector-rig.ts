import type { Clock } from '../api/clock.ts'
import { StatusError } from '../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../api/object.ts'
import type { LateMarker } from '../cache/reflector/late-marker.ts'
import { Reflector } from '../cache/reflector/reflector.ts'
import type { ReflectorOptions } from '../cache/reflector/reflector-options.ts'
import { Indexer } from '../cache/store/indexer.ts'
import { label } from './informer-rig.ts'
import { type ListScript, ScriptedListerWatcher, type WatchScript } from './scripted-lister-watcher.ts'

/** A started Reflector over a script and a plain store, with the errors and reports it made. */
export interface ReflectorRig<C extends Clock> {
  readonly clock: C
  readonly lw: ScriptedListerWatcher
  readonly store: Indexer<KubernetesObject>
  readonly reflector: Reflector<KubernetesObject>
  readonly errors: unknown[]
  readonly watchErrors: unknown[]
  readonly late: LateMarker[]
  readonly controller: AbortController
  readonly done: Promise<void>
  /** `name@resourceVersion` of the stored objects. */
  names(): string[]
}

/** Starts a Reflector over a script, without jitter. */
export function reflectorOver<C extends Clock>(
  clock: C,
  script: { lists: readonly ListScript[]; watches?: readonly WatchScript[] },
  options: Partial<ReflectorOptions<KubernetesObject>> = {},
): ReflectorRig<C> {
  const lw = new ScriptedListerWatcher(script)
  const store = new Indexer<KubernetesObject>()
  const errors: unknown[] = []
  const watchErrors: unknown[] = []
  const late: LateMarker[] = []
  const controller = new AbortController()
  const reflector = new Reflector<KubernetesObject>({
    listerWatcher: lw,
    store,
    observer: {
      onError: error => errors.push(error),
      onObjectError: error => errors.push(error),
      onWatchError: error => watchErrors.push(error),
      onInitialEventsLate: marker => late.push(marker),
    },
    watchIdleTimeoutMs: 0,
    clock,
    random: () => 0,
    ...options,
  })
  const done = reflector.run(controller.signal)
  const names = () => store.list().map(label)
  return { clock, lw, store, reflector, errors, watchErrors, late, controller, done, names }
}

/** A rejection with a Status. */
export const rejection = (code: number, reason: string, message: string = reason): StatusError =>
  new StatusError({ code, reason, message })

/** The bookmark that ends the initial events. */
export const endOfInitialEvents = (
  resourceVersion: number,
  value = 'true',
): WatchEvent<KubernetesObject> => ({
  type: 'BOOKMARK',
  object: {
    kind: 'Pod',
    metadata: {
      resourceVersion: String(resourceVersion),
      annotations: { 'k8s.io/initial-events-end': value },
    },
  },
})
