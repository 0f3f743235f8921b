import type { GroupVersionKind } from '@kube-informer/core/discovery'
import type { KindSchema } from '@kube-informer/core/openapi'

export type { KindSchema }

/** A kind in one version; a discovered resource or a definition fits. */
export type KindReference = GroupVersionKind
