import type { Pod } from '@kube-informer/testing'
import type { SliceState } from '@kube-informer/worker'
import { NAMESPACES, type Namespace } from './rights.ts'
import { checkSlice } from './slice-check.ts'
import type { TestedSlice } from './slices.ts'
import { Violation } from './violation.ts'

/** What a slice may show of each namespace. */
export interface MixedOptions {
  readonly tested: TestedSlice
  readonly state: SliceState<Pod>
  /** The states that the namespace had on the server, the newest one first; an empty one where its Pods may be missing. */
  readonly statesOf: (namespace: Namespace) => readonly (readonly Pod[])[]
}

/**
 * Throws a violation unless the slice shows one past state of each namespace: where several informers serve it, they
 * follow the server independently.
 */
export function checkMixed({ tested, state, statesOf }: MixedOptions): void {
  const [first, second] = NAMESPACES.map(statesOf)
  let newest: Violation | undefined
  for (const pods of combinations(first ?? [], second ?? [])) {
    try {
      checkSlice(tested, state, pods)
      return
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      newest ??= error
    }
  }
  if (newest) throw newest
}

/** Each combination of two states, beginning with the newest ones. */
function* combinations(
  first: readonly (readonly Pod[])[],
  second: readonly (readonly Pod[])[],
): Generator<readonly Pod[]> {
  for (let age = 0; age < first.length + second.length; age++)
    for (let index = Math.max(0, age - second.length + 1); index <= Math.min(age, first.length - 1); index++)
      yield [...(first[index] ?? []), ...(second[age - index] ?? [])]
}
