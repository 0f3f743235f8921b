import type { KubernetesObject } from '@kube-informer/core'
import type { Mutation, MutationOf } from '@kube-informer/worker'
import { definedName, type Kind } from '../kinds/kind.ts'
import type { Inverse, RunContext } from './action.ts'

/** What hooks and connections take for a kind: the name in the shared definition, if it has one. */
export const resourceOf = (kind: Kind): string | Kind => definedName(kind) ?? kind

/** A write, and what is reported about it. */
export interface Write {
  /** Another kind than that of the action, e.g. the Jobs of a CronJob. */
  readonly kind?: Kind | undefined
  readonly mutation: MutationOf<KubernetesObject>
  /** What the server has accepted, e.g. `Scaled to 5`. */
  readonly done: string
  readonly inverse?: Inverse | undefined
}

/** Writes an object, and reports when the server has accepted it and when the watch shows it. Resolves with the object then. */
export async function write(context: RunContext, given: Write): Promise<KubernetesObject | undefined> {
  const { connection, signal, report } = context
  const { kind = context.kind, mutation, done: text, inverse } = given
  const { accepted, settled }: Mutation<KubernetesObject, unknown> = connection.mutate({
    ...mutation,
    resource: resourceOf(kind),
    signal,
  })
  await accepted
  report({ stage: 'accepted', text, inverse })
  const object = await settled
  report({ stage: 'seen', text, inverse })
  return object
}
