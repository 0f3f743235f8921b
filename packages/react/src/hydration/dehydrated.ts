import type { KubernetesObject, TableColumn } from '@kube-informer/core'
import type { SliceGroup, SliceWindow } from '@kube-informer/worker'

/** The version of the format. A page ignores the state of another version. */
export const DEHYDRATED_VERSION = 1

/** Slices with their rows as plain JSON, from `dehydrateInformers`: for `InformerHydrationBoundary`. */
export interface DehydratedInformers {
  readonly version: typeof DEHYDRATED_VERSION
  /** The fingerprint of the definitions: a page with other definitions ignores the state. */
  readonly definitions: string
  readonly slices: readonly DehydratedSlice[]
}

/** One slice of {@link DehydratedInformers}. */
export interface DehydratedSlice {
  /** `subscriptionKey` of the subscription, in its canonical form. */
  readonly key: string
  readonly rows: readonly KubernetesObject[]
  /** Number of rows after the filter, inside and outside the window. */
  readonly total: number
  readonly groups: readonly SliceGroup[]
  /** Which rows they are; absent for all of them. */
  readonly window?: SliceWindow
  /** With `form: 'table'`: the columns of the cells. */
  readonly columns?: readonly TableColumn[]
  /** No change after this resourceVersion is in it. */
  readonly resourceVersion: string
  /** Whether an informer can resume from the rows; see `SliceSnapshot.isWhole`. */
  readonly isWhole: boolean
}
