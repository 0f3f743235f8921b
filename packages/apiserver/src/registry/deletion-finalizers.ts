import type { AnyObject } from '../object/any-object.ts'
import type { DeleteOptions } from './delete-options.ts'
import type { Strategy } from './strategy.ts'

const ORPHAN = 'orphan'
const FOREGROUND = 'foregroundDeletion'

/** The finalizers of an object that is being deleted; those of the garbage collector follow the propagation policy. */
export function finalizersOf(
  { metadata }: AnyObject,
  { propagationPolicy }: DeleteOptions,
  { orphansByDefault }: Strategy,
): readonly string[] {
  const finalizers = metadata?.finalizers ?? []
  const wanted = wantedFinalizer(finalizers, propagationPolicy, orphansByDefault)
  const others = finalizers.filter(name => name !== ORPHAN && name !== FOREGROUND)
  if (wanted === undefined) return finalizers.length === others.length ? finalizers : others
  return finalizers.includes(wanted)
    ? finalizers.filter(name => name === wanted || others.includes(name))
    : [...others, wanted]
}

function wantedFinalizer(
  finalizers: readonly string[],
  policy: DeleteOptions['propagationPolicy'],
  orphansByDefault: boolean,
): string | undefined {
  switch (policy) {
    case 'Orphan':
      return ORPHAN
    case 'Foreground':
      return FOREGROUND
    case 'Background':
      return undefined
    default:
      // Without a policy, the present finalizers decide.
      if (finalizers.includes(FOREGROUND)) return FOREGROUND
      return finalizers.includes(ORPHAN) || orphansByDefault ? ORPHAN : undefined
  }
}
