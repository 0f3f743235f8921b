import { UsageError } from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import type { SliceSnapshot } from '../../api/slice-snapshot.ts'
import type { Subscription } from '../../api/subscription.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { compileDefinition, findDefinition } from '../definitions/compiled-definition.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView } from '../held-view/held-view.ts'
import { narrowSlice } from '../planning/narrow-slice.ts'
import { planSlice } from '../planning/plan-slice.ts'
import { showsAll } from '../planning/shows-all.ts'
import { textScope } from '../planning/text-scope.ts'
import { prepareWhere } from '../query/prepare-where.ts'
import { readContents } from '../slices/slice-contents.ts'
import { WindowLocator } from '../slices/window-locator.ts'

export interface TakeSnapshotOptions {
  readonly cluster: Cluster
  readonly subscription: Subscription
  readonly signal: AbortSignal
}

/** Resolves with the content of a slice once there is any. */
export async function takeSnapshot(options: TakeSnapshotOptions): Promise<SliceSnapshot> {
  const { cluster, subscription, signal } = options
  const { slice = {} } = subscription
  if (slice.target?.type === 'status') throw new UsageError('a status has no rows to take a snapshot of')
  await prepareWhere(slice.filter?.where)
  const { promise, resolve, reject } = withResolvers<SliceSnapshot>()
  const check = () => {
    if (!held) return
    const { status } = held
    try {
      if (status.data !== 'none') resolve(snapshotOf(held, options))
      else if (status.error && (isRefused(status) || status.error instanceof UsageError)) reject(status.error)
    } catch (error) {
      reject(error)
    }
  }
  let held: HeldView | undefined
  signal.throwIfAborted()
  const unsubscribe = onAbort(signal, reject)
  try {
    held = cluster.open(subscription, { onRows: check, onStatus: check })
    check()
    return await promise
  } finally {
    unsubscribe()
    held?.release()
  }
}

function snapshotOf(held: HeldView, options: TakeSnapshotOptions): SliceSnapshot {
  const locator = new WindowLocator(options.subscription.slice ?? {})
  const { rows, total, groups = [], window, resourceVersion } = readContents(held, locator)
  // Several informers do not say whether writes are pending, and an informer with an error may lack objects.
  const isExact = held.isOverlaid?.() === false && held.coveredResourceVersion === resourceVersion
  const isWhole = isExact && !held.status.error && rows.length === total && isAll(options)
  const columns = options.cluster.columnsOf(options.subscription, rows)
  return {
    rows,
    total,
    groups,
    ...(window && { window }),
    ...(columns && { columns }),
    resourceVersion,
    isWhole,
  }
}

/** Whether the slice, without its window, is everything that it requests from the server. */
function isAll({ cluster, subscription }: TakeSnapshotOptions): boolean {
  const { resource, form, scope = {} } = subscription
  // Rows alone do not say which columns their cells have.
  if (form === 'table') return false
  const definition = compileDefinition(findDefinition(cluster.definitions, resource))
  const narrow = narrowSlice(subscription, definition)
  return showsAll(planSlice(definition, { scope: textScope(scope), ...narrow }), narrow)
}
