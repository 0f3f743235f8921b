import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column } from '../kinds/columns/column.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { defaultColumns, moved } from './table-state.ts'

export interface ColumnChooserProps {
  /** All columns of the kind. */
  readonly all: readonly Column[]
  /** Those that are shown, in their order. */
  readonly shown: readonly Column[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Which columns are shown, and in which order. */
export function ColumnPopover({ all, shown, onChange }: ColumnChooserProps): ReactNode {
  const ids = shown.map(({ id }) => id)
  const hidden = all.filter(({ id }) => !ids.includes(id))
  const toggle = (id: string, isShown: boolean): void =>
    onChange(isShown ? [...ids, id] : ids.filter(each => each !== id))
  return (
    <Popover title="Columns" align="end" trigger={<ColumnsButton />}>
      <ul className="column-list">
        {[...shown, ...hidden].map(({ id, label }) => {
          const isShown = ids.includes(id)
          return (
            <li key={id}>
              <Checkbox
                label={label}
                checked={isShown}
                disabled={isShown && ids.length === 1}
                onChange={checked => toggle(id, checked)}
              />
              {isShown && (
                <span className="column-moves">
                  <IconButton
                    label={`Move ${label} up`}
                    icon={<ArrowUp size={14} aria-hidden />}
                    disabled={ids[0] === id}
                    onClick={() => onChange(moved(ids, id, -1))}
                  />
                  <IconButton
                    label={`Move ${label} down`}
                    icon={<ArrowDown size={14} aria-hidden />}
                    disabled={ids.at(-1) === id}
                    onClick={() => onChange(moved(ids, id, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button variant="quiet" onClick={() => onChange(defaultColumns(all))}>
        Reset columns
      </Button>
    </Popover>
  )
}
