import type { FieldConflict } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ConflictDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly conflicts: readonly FieldConflict[]
  readonly onForce: () => void
}

/** Names the fields that other managers own, and asks whether to take them over. */
export function ConflictDialog({ open, onOpenChange, conflicts, onForce }: ConflictDialogProps): ReactNode {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="medium"
      title="Other managers own these fields"
      description="If you take them over, their owners may set them again, or report a conflict themselves."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="danger" onClick={onForce}>
            Take over {conflicts.length === 1 ? 'the field' : `${conflicts.length} fields`}
          </Button>
        </>
      }
    >
      <table className="conflicts">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Owner</th>
            <th scope="col">Written by</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ field, manager, operation, subresource }) => (
            <tr key={`${field} ${manager}`}>
              <td>
                <code>{field}</code>
              </td>
              <td>{manager ?? 'unknown'}</td>
              <td>
                {operation === 'Apply' ? 'apply' : 'update'}
                {subresource && ` of ${subresource}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
