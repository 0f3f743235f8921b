import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import { UserButton, type UserPickerProps } from './user-button.tsx'

/** Shows the cluster with the rights of another user. */
export const UserPicker = deferred(
  () => import('./user-menu.tsx').then(module => module.UserMenu),
  ({ users }: UserPickerProps) => <UserButton users={users} onClick={pressWhenLoaded} />,
)
