import type { KubernetesObject } from '@kube-informer/core'
import type { AccessRequest, Connection } from '@kube-informer/worker'
import type { LucideIcon } from 'lucide-react'
import type { Kind } from '../kinds/kind.ts'
import type { ShellCommand } from './shell-command.ts'

/** What the user chooses before an action runs, by the names of the action's fields. */
export type Input = Readonly<Record<string, string | number | boolean>>

/** One control of the dialog of an action. */
export type Field =
  | { readonly type: 'number'; readonly name: string; readonly label: string; readonly max?: number }
  | {
      readonly type: 'text'
      readonly name: string
      readonly label: string
      readonly hint?: string
      /** Whether the action needs a value. @default false */
      readonly required?: boolean
    }
  | { readonly type: 'check'; readonly name: string; readonly label: string }
  | {
      readonly type: 'choice'
      readonly name: string
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }

/** How far an action on one object is. */
export interface Progress {
  /** `accepted`: the server has stored the write. `seen`: the watch shows it. `waiting`: its effect is not complete. */
  readonly stage: 'accepted' | 'seen' | 'waiting'
  readonly text: string
  /** Known from `accepted` on, where the action can be reversed. */
  readonly inverse?: Inverse | undefined
}

/** How an action on one object ended. */
export interface Outcome {
  readonly text: string
  readonly inverse?: Inverse | undefined
}

/** An action that reverses another one on the same object. */
export interface Inverse {
  /** What it does, e.g. `Scale back to 3`. */
  readonly text: string
  /** What it does not restore. */
  readonly loses?: string | undefined
  run(context: RunContext): Promise<Outcome>
}

/** What an action and its inverse need to run. */
export interface RunContext {
  readonly connection: Connection
  readonly kind: Kind
  /** The object, or only its metadata. */
  readonly object: KubernetesObject
  readonly signal: AbortSignal
  report(progress: Progress): void
}

/** Something that a user can do to objects of a kind. One description serves menus, dialogs, the palette and bulk bars. */
export interface Action<TInput extends Input = Input> {
  readonly id: string
  readonly icon: LucideIcon
  /** A key on the page of an object, and in tables for the selection. */
  readonly key?: string | undefined
  /** Whether it destroys something. */
  readonly danger?: boolean | undefined
  /** Whether it runs without a dialog. */
  readonly immediate?: boolean | undefined
  /** Whether it works on one object only. */
  readonly single?: boolean | undefined
  /** The text of the menu item: a verb. */
  label(objects: readonly KubernetesObject[]): string
  appliesTo(kind: Kind): boolean
  isEnabled(objects: readonly KubernetesObject[]): boolean
  /** Why it is not enabled. */
  obstacle(objects: readonly KubernetesObject[]): string | undefined
  /** What the user must be allowed to do. Empty for what only the page does. */
  access(kind: Kind, object: KubernetesObject): AccessRequest | undefined
  fields(kind: Kind, objects: readonly KubernetesObject[]): readonly Field[]
  /** The values of the fields at first. */
  initial(kind: Kind, objects: readonly KubernetesObject[]): TInput
  /** Says what the action will do. */
  describe(kind: Kind, objects: readonly KubernetesObject[], input: TInput): string
  /** The equivalent command, or why there is none. */
  command(kind: Kind, objects: readonly KubernetesObject[], input: TInput): ShellCommand
  /** What the user has to type first. */
  confirmation(kind: Kind, objects: readonly KubernetesObject[]): string | undefined
  run(context: RunContext, input: TInput): Promise<Outcome>
}

/** The members that an action may leave out. */
type Defaulted = 'isEnabled' | 'obstacle' | 'fields' | 'initial' | 'confirmation'

/** Completes the description of an action. */
export function defineAction<TInput extends Input = Input>(
  given: Omit<Action<TInput>, Defaulted> & Partial<Pick<Action<TInput>, Exclude<Defaulted, 'isEnabled'>>>,
): Action {
  const obstacle = (objects: readonly KubernetesObject[]): string | undefined => {
    if (objects.length === 0) return 'Nothing is selected.'
    if (given.single && objects.length > 1) return 'This works on one object at a time.'
    return given.obstacle?.(objects)
  }
  const action: Action<TInput> = {
    fields: () => [],
    initial: () => ({}) as TInput,
    confirmation: () => undefined,
    ...given,
    obstacle,
    isEnabled: objects => obstacle(objects) === undefined,
  }
  // The input of an action comes from its own fields and defaults.
  return action as unknown as Action
}
