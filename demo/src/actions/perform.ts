import type { KubernetesObject } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import type { Kind } from '../kinds/kind.ts'
import { toastManager } from '../ui/toast-store.ts'
import type { Action, Input } from './action.ts'
import { setDialog } from './action-store.ts'
import { nameObjects } from './names.ts'
import { type Operation, type Step, startAction, startInverse } from './operation.ts'
import { hasEnded, resultOf, summarize } from './summary.ts'

const DONE_MS = 8_000
/** Long enough to read the message of a server. */
const FAILED_MS = 20_000

/** What runs, and where. */
interface Performance {
  readonly connection: Connection
  readonly kind: Kind
  readonly title: string
  readonly operation: Operation
}

/** Runs an action on objects, and shows its progress and its result in a toast. */
export function perform(
  connection: Connection,
  kind: Kind,
  objects: readonly KubernetesObject[],
  action: Action,
  input: Input,
): Operation {
  const operation = startAction(connection, kind, objects, action, input)
  const verb = action.label(objects).replace('…', '')
  showOperation({ connection, kind, title: `${verb}: ${nameObjects(kind, objects)}`, operation })
  return operation
}

function showOperation(performance: Performance): void {
  const { title, operation } = performance
  const { subscribe, getSteps, ended } = operation
  const id = toastManager.add({ type: 'busy', title, timeout: 0 })
  const unsubscribe = subscribe(() => {
    if (hasEnded(getSteps())) return
    const { detail } = summarize(title, getSteps())
    toastManager.update(id, { description: detail, actionProps: buttonOf(performance, id) })
  })
  void ended.then(steps => {
    unsubscribe()
    const result = resultOf(steps)
    const { detail } = summarize(title, steps)
    toastManager.update(id, {
      type: result === 'failed' ? 'bad' : 'good',
      priority: result === 'failed' ? 'high' : 'low',
      description: withLosses(detail, steps),
      timeout: result === 'failed' ? FAILED_MS : DONE_MS,
      actionProps: buttonOf(performance, id),
    })
  })
}

const canReverse = (steps: readonly Step[]): boolean => steps.some(({ inverse }) => inverse !== undefined)

/** The button of the toast: the results of several objects, else the inverse of the only one. */
function buttonOf(performance: Performance, id: string) {
  const { title, operation } = performance
  const steps = operation.getSteps()
  const reverse = (): void => reverseOperation(performance, id)
  if (steps.length > 1) {
    return {
      children: 'Details',
      onClick: () => setDialog({ type: 'results', title, operation, reverse }),
    }
  }
  if (!canReverse(steps)) return undefined
  return { children: 'Undo', onClick: reverse }
}

function reverseOperation({ connection, kind, operation }: Performance, id: string): void {
  const steps = operation.getSteps().filter(({ inverse }) => inverse !== undefined)
  operation.cancel()
  toastManager.close(id)
  setDialog(undefined)
  const [first] = steps
  const text = steps.length === 1 ? first?.inverse?.text : 'Undo'
  const objects = steps.map(({ object }) => object)
  const title = `${text}: ${nameObjects(kind, objects)}`
  showOperation({ connection, kind, title, operation: startInverse(connection, kind, steps) })
}

/** Says what the button does not restore. */
function withLosses(detail: string | undefined, steps: readonly Step[]): string | undefined {
  const losses = [...new Set(steps.flatMap(({ inverse }) => inverse?.loses ?? []))]
  if (losses.length === 0) return detail
  return [detail && `${detail}.`, `After “Undo”: ${losses.join(' ')}`].filter(Boolean).join(' ')
}
