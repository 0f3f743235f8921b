import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { UserButton, type UserPickerProps } from './user-button.tsx'

/** The button with the users of the cluster. */
export function UserMenu({ users }: UserPickerProps): ReactNode {
  const navigate = useNavigate()
  const { as } = useSearch({ strict: false })
  const own = users[0]?.name ?? ''
  return (
    <Menu trigger={<UserButton users={users} />} align="end">
      <MenuChoices
        label="View as"
        value={as ?? own}
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
