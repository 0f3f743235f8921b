import { ChevronsUpDown } from 'lucide-react'
import type { Grouping } from '../kinds/columns/column.ts'
import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import type { SelectOption } from '../ui/select.tsx'

interface GroupSelectProps {
  readonly groupings: readonly Grouping[]
  readonly group: string | undefined
  readonly onGroup: (id: string | undefined) => void
}

const NO_GROUP = ''
const LABEL = 'Group rows'
const CLASS = 'group-select'

/** By what the rows are grouped. */
export const GroupSelect = deferred<GroupSelectProps>(
  async () => {
    const { Select } = await import('../ui/select.tsx')
    return ({ groupings, group, onGroup }) => (
      <Select
        className={CLASS}
        label={LABEL}
        value={group ?? NO_GROUP}
        options={optionsOf(groupings)}
        onValue={value => onGroup(value === NO_GROUP ? undefined : value)}
      />
    )
  },
  ({ groupings, group }) => (
    <button
      type="button"
      role="combobox"
      className={`button plain select ${CLASS}`}
      aria-label={LABEL}
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={pressWhenLoaded}
    >
      <span>{optionsOf(groupings).find(({ value }) => value === (group ?? NO_GROUP))?.label}</span>
      <ChevronsUpDown size={13} aria-hidden />
    </button>
  ),
)

const optionsOf = (groupings: readonly Grouping[]): readonly SelectOption<string>[] => [
  { value: NO_GROUP, label: 'No groups' },
  ...groupings.map(({ id, label }) => ({ value: id, label: `By ${label.toLowerCase()}` })),
]
