import type { KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Input } from './action.ts'
import { ActionField } from './action-field.tsx'
import type { AskedAction } from './action-store.ts'
import './actions.css'
import { CommandText } from './command-text.tsx'
import { perform } from './perform.ts'
import { useAllowed } from './use-allowed.ts'
import { useWholeObjects } from './use-whole-objects.ts'

interface ActionDialogProps {
  readonly asked: AskedAction
  readonly onClose: () => void
}

/** Asks before an action runs: says what it will do, with the values of its fields and the equivalent command. */
export function ActionDialog({ asked, onClose }: ActionDialogProps): ReactNode {
  const { action, kind, onDone } = asked
  const connection = useConnection()
  const objects = useWholeObjects(kind, asked.objects)
  const [chosen, setChosen] = useState<Input>(asked.input)
  const [typed, setTyped] = useState('')
  const input: Input = { ...action.initial(kind, objects), ...chosen }
  const confirmation = action.confirmation(kind, objects)
  const { reason } = useAllowed(action, kind, objects)
  const obstacle = action.obstacle(objects) ?? reason
  const verb = action.label(objects).replace('…', '')
  const isComplete = action
    .fields(kind, objects)
    .every(field => field.type !== 'text' || !field.required || input[field.name] !== '')
  const isReady = obstacle === undefined && isComplete && (!confirmation || typed === confirmation)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    onClose()
    perform(connection, kind, objects, action, input)
    onDone?.()
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={titleOf(verb, asked.objects)}
      description={action.describe(kind, objects, input)}
    >
      <form className="action-form" onSubmit={submit}>
        {action.fields(kind, objects).map(field => (
          <ActionField
            key={field.name}
            field={field}
            value={input[field.name] ?? ''}
            onValue={value => setChosen(values => ({ ...values, [field.name]: value }))}
          />
        ))}
        {confirmation !== undefined && (
          <label className="action-field">
            <span>
              Type <code>{confirmation}</code> to confirm
            </span>
            <input className="input" value={typed} onChange={event => setTyped(event.target.value)} />
          </label>
        )}
        <CommandText text={action.command(kind, objects, input)} />
        {obstacle !== undefined && (
          <p className="action-obstacle" role="status">
            {obstacle}
          </p>
        )}
        <footer className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={action.danger ? 'danger' : 'primary'} disabled={!isReady}>
            {verb}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const titleOf = (verb: string, objects: readonly KubernetesObject[]): string =>
  objects.length === 1 ? `${verb}: ${objects[0]?.metadata?.name}` : `${verb}: ${objects.length} objects`
