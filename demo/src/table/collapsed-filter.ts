import type { SliceFilter, Where } from '@kube-informer/worker'
import type { Field } from '../kinds/columns/column.ts'
import type { ComputedCondition } from '../kinds/computed.ts'

/** Excludes the rows with these values of a field: those of collapsed sections. "" stands for no value. */
export function excludeValues(
  filter: SliceFilter | undefined,
  field: Field | undefined,
  values: ReadonlySet<string>,
): SliceFilter | undefined {
  if (field === undefined || values.size === 0) return filter
  const { source } = field
  if ('computed' in source) {
    const condition: ComputedCondition = { not: { field: source.computed, in: [...values] } }
    const own = filter?.predicate as { readonly args: ComputedCondition } | undefined
    const args = own === undefined ? condition : { and: [own.args, condition] }
    return { ...filter, predicate: { name: 'computed', args } }
  }
  const [path = ''] = source.paths
  const conditions: Where[] = [{ not: { path, in: [...values] } }]
  if (values.has('')) conditions.push({ path, exists: true })
  return { ...filter, where: { and: [...(filter?.where ? [filter.where] : []), ...conditions] } }
}
