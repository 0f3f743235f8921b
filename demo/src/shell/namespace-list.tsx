import { Combobox } from '@base-ui/react/combobox'
import type { SliceGroup } from '@kube-informer/worker'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format-number.ts'

/** More rows than anyone reads; with more matches the user types on. */
const SHOWN = 200

interface NamespaceListProps {
  readonly groups: readonly SliceGroup[]
  /** What the names contain. */
  readonly text: string
}

/** The namespaces that match, with their counts. */
export function NamespaceList({ groups, text }: NamespaceListProps): ReactNode {
  const wanted = text.trim().toLowerCase()
  const matching = groups.filter(({ value }) => value.includes(wanted))
  const most = groups.reduce((max, { count }) => Math.max(max, count), 1)
  const hidden = matching.length - SHOWN
  return (
    <>
      <Combobox.List className="namespace-list">
        {matching.slice(0, SHOWN).map(({ value, count }) => (
          <Combobox.Item
            key={value}
            value={value}
            className="menu-item share"
            style={{ '--share': count / most }}
            data-namespace={value}
          >
            <span className="menu-icon">
              <Combobox.ItemIndicator>
                <Check size={14} aria-hidden />
              </Combobox.ItemIndicator>
            </span>
            <span className="menu-text">{value}</span>
            <data value={count}>{formatNumber(count)}</data>
          </Combobox.Item>
        ))}
      </Combobox.List>
      <p className="namespace-note" role="status">
        {matching.length === 0 && 'No namespace contains this text.'}
        {hidden > 0 && `${formatNumber(hidden)} more: type to find them.`}
      </p>
    </>
  )
}
