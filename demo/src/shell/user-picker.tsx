import { useNavigate, useSearch } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClusterUser } from '../connect/clusters.ts'
import { classNames } from '../ui/class-names.ts'
import { Menu, MenuChoices } from '../ui/menu.tsx'

/** Shows the cluster with the rights of another user. */
export function UserPicker({ users }: { readonly users: readonly ClusterUser[] }): ReactNode {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const own = users[0]?.name ?? ''
  const user = search.as ?? own
  const trigger = (
    <button
      type="button"
      className={classNames('button quiet picker user', user !== own && 'other')}
      aria-label={`View as: ${user}`}
    >
      <Eye size={14} aria-hidden />
      <span className="picker-text wide-only">{user === own ? 'View as' : `as ${user}`}</span>
    </button>
  )
  return (
    <Menu trigger={trigger} align="end">
      <MenuChoices
        label="View as"
        value={user}
        onValue={name =>
          void navigate({
            to: '.',
            search: previous => ({ ...previous, as: name === own ? undefined : name }),
          })
        }
        choices={users.map(({ name, description }) => ({
          value: name,
          label: (
            <>
              {name} <span className="muted">{description}</span>
            </>
          ),
        }))}
      />
    </Menu>
  )
}
