import type { SliceGroup } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import { chosenValues, toggleValue, withValues } from '../filter/edit.ts'
import type { Field } from '../kinds/columns/column.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import { toneOfWord } from '../kinds/status/generic.ts'
import { toneOfPod } from '../kinds/status/pod.ts'
import { classNames } from '../ui/class-names.ts'
import { formatNumber } from '../ui/format-number.ts'
import { useCompiledFilter } from './use-compiled-filter.ts'
import { useCounts } from './use-counts.ts'

interface StatusFacetsProps {
  readonly kind: Kind
  readonly fields: readonly Field[]
  readonly namespaces: readonly string[] | undefined
  /** The text of the filter. */
  readonly filter: string
  readonly onFilter: (text: string) => void
}

/** The index that is counted, and the field of its values. */
const FACET = 'status'

/** How many objects have each status. A press shows only these. */
export function StatusFacets(props: StatusFacetsProps): ReactNode {
  const { kind, fields, namespaces, filter: text, onFilter } = props
  const isCounted = definedName(kind) !== undefined && fields.some(({ index }) => index === FACET)
  const { filter } = useCompiledFilter(withValues(text, FACET, []), fields)
  const grouping = isCounted ? { index: FACET } : undefined
  const { groups } = useCounts(kind, { namespaces, filter, grouping })
  if (!isCounted) return null
  return (
    <Facets
      groups={groups}
      chosen={chosenValues(text, FACET)}
      onToggle={value => onFilter(toggleValue(text, FACET, value))}
      isPods={kind.plural === 'pods'}
    />
  )
}

interface FacetsProps {
  /** Counted by the worker: the page does not have these rows. */
  readonly groups: readonly SliceGroup[]
  readonly chosen: readonly string[]
  readonly onToggle: (value: string) => void
  readonly isPods: boolean
}

function Facets({ groups, chosen, onToggle, isPods }: FacetsProps): ReactNode {
  const shown = groups.filter(({ value }) => value !== '')
  const missing = chosen.filter(value => !shown.some(group => group.value === value))
  const all = [...shown.toSorted((a, b) => b.count - a.count), ...missing.map(value => ({ value, count: 0 }))]
  if (all.length === 0) return <div className="facets" />
  return (
    <div role="group" className="facets" aria-label="Status">
      {all.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          className={classNames('facet', chosen.includes(value) && 'chosen')}
          aria-pressed={chosen.includes(value)}
          onClick={() => onToggle(value)}
          data-facet={value}
        >
          <span className={`status ${toneOf(value, isPods)}`}>
            <span>{value}</span>
          </span>
          <data value={count}>{formatNumber(count)}</data>
        </button>
      ))}
    </div>
  )
}

/** The counts have no objects, only words. */
const toneOf = (value: string, isPods: boolean): string =>
  isPods && value !== 'Terminating' ? toneOfPod(value) : (toneOfWord(value) ?? 'wait')
