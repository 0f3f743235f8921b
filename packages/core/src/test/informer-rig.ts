import type { Clock } from '../api/clock.ts'
import { DeletedFinalStateUnknown } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { ResourceEventHandler } from '../cache/handlers/event-handler.ts'
import type { SharedIndexInformerOptions } from '../cache/informer/informer-options.ts'
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.ts'
import { type ListScript, ScriptedListerWatcher, type WatchScript } from './scripted-lister-watcher.ts'

/** An informer over a script, not started. */
export interface InformerRig<C extends Clock> {
  readonly clock: C
  readonly lw: ScriptedListerWatcher
  readonly controller: AbortController
  readonly informer: SharedIndexInformer<KubernetesObject>
  start(): Promise<void>
}

/** An informer that plays a script by this clock, with no jitter. */
export function informerOver<C extends Clock>(
  clock: C,
  script: { lists: readonly ListScript[]; watches?: readonly WatchScript[] },
  options: Partial<SharedIndexInformerOptions<KubernetesObject>> = {},
): InformerRig<C> {
  const lw = new ScriptedListerWatcher(script)
  const controller = new AbortController()
  const informer = new SharedIndexInformer<KubernetesObject>({
    listerWatcher: lw,
    clock,
    random: () => 0,
    ...options,
  })
  return { clock, lw, controller, informer, start: () => informer.run(controller.signal) }
}

/** `name@version`. */
export const label = (object: KubernetesObject): string =>
  `${object.metadata?.name}@${object.metadata?.resourceVersion}`

/** A handler that records its notifications. */
export function recorder(
  log: string[] = [],
): Required<ResourceEventHandler<KubernetesObject>> & { log: string[] } {
  return {
    log,
    onAdd: (object, initial) => void log.push(`add ${label(object)}${initial ? ' initial' : ''}`),
    onUpdate: (before, after) => void log.push(`update ${label(before)} ${label(after)}`),
    onDelete: object => {
      const tombstone = object instanceof DeletedFinalStateUnknown
      log.push(
        `delete ${tombstone ? `DFSU ${object.object ? label(object.object) : object.key}` : label(object)}`,
      )
    },
  }
}
