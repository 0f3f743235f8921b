import type { KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import type { Kind } from '../kinds/kind.ts'
import type { Action, Input } from './action.ts'
import { setDialog } from './action-store.ts'
import { objectOfKey } from './names.ts'
import { perform } from './perform.ts'

interface RunOptions {
  /** Values of fields that are known already. */
  readonly input?: Input
  /** Called when the action has started. */
  readonly onDone?: () => void
}

/** Runs actions of any component. */
export interface Actions {
  /** Opens the dialog of the action, or runs it where it has none. Objects may have their metadata only, or be keys. */
  run(action: Action, kind: Kind, objects: readonly (KubernetesObject | string)[], options?: RunOptions): void
}

/**
 * Runs actions: asks where that is needed, and shows progress and results as toasts.
 *
 * @example
 * const { run } = useActions()
 * return <button onClick={() => run(scale, kind, [deployment])}>Scale</button>
 */
export function useActions(): Actions {
  const connection = useConnection()
  return {
    run(action, kind, given, options) {
      const input = options?.input ?? {}
      const onDone = options?.onDone
      const objects = given.map(object => (typeof object === 'string' ? objectOfKey(object) : object))
      if (!action.immediate) return setDialog({ type: 'ask', action, kind, objects, input, onDone })
      perform(connection, kind, objects, action, { ...action.initial(kind, objects), ...input })
      onDone?.()
    },
  }
}
