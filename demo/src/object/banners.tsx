import type { KubernetesObject } from '@kube-informer/core'
import { Hourglass, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Age } from '../ui/age.tsx'

/** Says that an object is being deleted, and what the deletion waits for. */
export function DeletionBanner({ object }: { readonly object: KubernetesObject }): ReactNode {
  const deletionTimestamp = object.metadata?.deletionTimestamp
  const finalizers = object.metadata?.finalizers ?? []
  if (deletionTimestamp === undefined) return null
  return (
    <p className="banner gone" role="status">
      <Hourglass size={16} aria-hidden />
      <span>
        Terminating for <Age since={deletionTimestamp} />.{' '}
        {finalizers.length === 0
          ? 'It is removed when its grace period has ended.'
          : `It is removed when these finalizers are done: ${finalizers.join(', ')}.`}
      </span>
    </p>
  )
}

/** Says that the object does not exist any more. */
export const GoneBanner = ({ kind }: { readonly kind: string }): ReactNode => (
  <p className="banner gone" role="status">
    <Trash2 size={16} aria-hidden />
    <span>This {kind} no longer exists. The page shows its last state.</span>
  </p>
)
