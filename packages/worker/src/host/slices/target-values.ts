import { UsageError } from '@kube-informer/core'
import type { SliceTarget } from '../../api/subscription.ts'

/** A target of one or several values of an index. */
export type IndexTarget = SliceTarget & { readonly type: 'index' }

/** The values of an index that a target names, each once; throws a UsageError for anything but texts. */
export function targetValues(target: IndexTarget): readonly string[] {
  const values: unknown = 'values' in target ? target.values : [target.value]
  if (Array.isArray(values) && values.every(value => typeof value === 'string')) return [...new Set(values)]
  throw new UsageError(
    `a target of the index ${JSON.stringify(target.index)} needs a text, or a list of texts`,
  )
}
