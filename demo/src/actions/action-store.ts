import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Action, Input } from './action.ts'
import type { Operation } from './operation.ts'

/** What the dialog of an action asks about. */
export interface AskedAction {
  readonly type: 'ask'
  readonly action: Action
  readonly kind: Kind
  readonly objects: readonly KubernetesObject[]
  /** Values of fields that are known already. */
  readonly input: Input
  readonly onDone: (() => void) | undefined
}

/** The results of an operation on several objects. */
export interface ShownResults {
  readonly type: 'results'
  readonly title: string
  readonly operation: Operation
  readonly reverse: () => void
}

/** The one dialog of actions that is open. */
export type OpenDialog = AskedAction | ShownResults

let current: OpenDialog | undefined
const listeners = new Set<() => void>()

export const openDialog = (): OpenDialog | undefined => current

/** Opens a dialog in place of the one that is open; closes it with undefined. */
export function setDialog(dialog: OpenDialog | undefined): void {
  current = dialog
  for (const listener of listeners) listener()
}

export function subscribeToDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
