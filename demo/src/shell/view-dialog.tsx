import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type SavedView, savedViews, withDefault, withName, withView } from '../navigation/saved-views.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ViewDialogProps {
  readonly view: SavedView
  /** Whether the view is saved for the first time. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function ViewDialog({ view, isNew, onClose }: ViewDialogProps): ReactNode {
  const [name, setName] = useState(view.name)
  const [isDefault, setDefault] = useState(view.isDefault ?? false)
  const input = useRef<HTMLInputElement>(null)
  const form = useId()
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const named = { ...view, name: name.trim() }
    const views = savedViews.get()
    const saved = isNew ? withView(views, named) : withName(views, view, named.name)
    savedViews.set(isDefault || view.isDefault ? withDefault(saved, named, isDefault) : saved)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={isNew ? 'Save this view' : 'Rename the view'}
      description={
        isNew ? 'A view keeps the namespaces, filter, order, columns and groups of the table.' : undefined
      }
      initialFocus={input}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="stack">
        <label className="stack">
          Name
          <input
            ref={input}
            className="input"
            value={name}
            onChange={event => setName(event.target.value)}
            autoComplete="off"
          />
        </label>
        <Checkbox label="Open the kind like this" checked={isDefault} onChange={setDefault} />
      </form>
    </Dialog>
  )
}
