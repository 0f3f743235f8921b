import type { KubernetesObject } from '@kube-informer/core'
import { useHotkeys } from '@tanstack/react-hotkeys'
import { actionsFor } from '../actions/registry.ts'
import { useActions } from '../actions/use-actions.ts'
import type { Kind } from '../kinds/kind.ts'

/** Lets the keys of actions act on an object. */
export function useActionKeys(kind: Kind, object: KubernetesObject | undefined): void {
  const { run } = useActions()
  useHotkeys(
    actionsFor(kind).flatMap(action => {
      if (action.key === undefined) return []
      const start = (): void => {
        if (object && action.isEnabled([object])) run(action, kind, [object])
      }
      const meta = { group: 'Object', name: action.label([]).replace('…', '') }
      return [
        { hotkey: { key: action.key.toUpperCase() }, callback: start, options: { ignoreInputs: true, meta } },
      ]
    }),
  )
}
