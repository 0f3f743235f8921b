import { useSearch } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { ClusterUser } from '../connect/clusters.ts'
import { classNames } from '../ui/class-names.ts'

export interface UserPickerProps {
  /** The user of this page first. */
  readonly users: readonly ClusterUser[]
}

/** With whose rights the cluster is shown. */
export function UserButton({ users, ...props }: UserPickerProps & ComponentProps<'button'>): ReactNode {
  const search = useSearch({ strict: false })
  const own = users[0]?.name ?? ''
  const user = search.as ?? own
  return (
    <button
      {...props}
      type="button"
      className={classNames('button quiet picker user', user !== own && 'other')}
      aria-label={`View as: ${user}`}
    >
      <Eye size={14} aria-hidden />
      <span className="picker-text wide-only">{user === own ? 'View as' : `as ${user}`}</span>
    </button>
  )
}
