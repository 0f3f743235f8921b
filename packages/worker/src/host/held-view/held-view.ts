import type { InformerStatus, Row } from '@kube-informer/core'
import type { SliceGroup } from '../../api/subscription.ts'
import type { FirstPaintSnapshot } from '../../persistence/snapshot-disk.ts'
import type { SliceVersions } from '../../wire/protocol.ts'
import type { SliceContents } from '../slices/slice-contents.ts'
import type { SortedRows } from '../slices/sorted-rows.ts'
import { isOlder } from './versions.ts'

/** A user of a view, notified when the view may have changed. */
export interface ViewUser {
  /**
   * The rows of the view may have changed.
   *
   * @param keys the keys of the objects that have changed, in the view or not; absent where any may have
   */
  onRows(keys?: readonly string[]): void
  /** The informer's status has changed visibly. A view that waits for a resourceVersion uses a {@link ReadFollower}. */
  onStatus(): void
  /** The server denies the rows, and they are about to leave the view. It can be read for the last time. */
  onDenied?(): void
}

/** Requests the first rows of a slice; undefined where they are not known before the list is complete. */
export type RequestFirstPage = (signal: AbortSignal) => Promise<FirstPaintSnapshot | undefined>

/** The first-paint snapshot of a slice. */
export interface FirstPaint {
  /** Never rejects; undefined where there is no snapshot. */
  load(): Promise<FirstPaintSnapshot | undefined>
  /** A page shows this content now. */
  shown(contents: SliceContents): void
}

/** One namespace of a view that shows several. */
type ViewPart = Pick<HeldView, 'status' | 'coveredResourceVersion' | 'newestResourceVersion'>

/** One use of a view. */
export interface HeldView {
  readonly view: SortedRows
  readonly status: InformerStatus
  /** Every change up to this resourceVersion is in the view, and perhaps later ones. */
  readonly coveredResourceVersion: string
  /** No change after this resourceVersion is in the view. */
  readonly newestResourceVersion: string
  readonly countGroups: (() => readonly SliceGroup[]) | undefined
  /** The views of the namespaces that it shows and that are known so far, by their names; absent for a view of one informer. */
  readonly parts?: ReadonlyMap<string, ViewPart> | undefined
  /** Whether pending writes change rows of the informer; absent for views of several informers. */
  readonly isOverlaid?: (() => boolean) | undefined
  /** The row of a key in the informer's cache, without writes; absent for views that do not show one informer. */
  readonly stored?: ((key: string) => Row | undefined) | undefined
  /**
   * Records first-paint snapshots of the slice; absent where nothing is persisted, or where they would not be found
   * again.
   */
  readonly snapshot?: FirstPaint | undefined
  /** Requests the slice's first rows while the complete list is in flight. */
  readonly firstPage?: RequestFirstPage | undefined
  release(): void
}

/** Whether a view has all rows of its scope, and includes every change up to this resourceVersion. */
export const hasCaughtUp = (
  { status, coveredResourceVersion }: Pick<HeldView, 'status' | 'coveredResourceVersion'>,
  resourceVersion: string,
): boolean => status.data === 'complete' && !isOlder(coveredResourceVersion, resourceVersion)

/** The resourceVersions of a view's rows by namespace, for those with data; undefined for a view of one informer. */
export function versionsOf({ parts }: Pick<HeldView, 'parts'>): SliceVersions | undefined {
  const filled = parts && [...parts].filter(([, { status }]) => status.data !== 'none')
  return filled && Object.fromEntries(filled.map(([name, part]) => [name, part.newestResourceVersion]))
}
