import type { KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
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
  const first = useRef<HTMLElement>(null)
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
      initialFocus={first}
    >
      <form
        className="action-form"
        onSubmit={submit}
        ref={form => {
          first.current = form && firstControl(form, action.danger === true)
        }}
      >
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
            <input
              data-confirmation
              className="input"
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          </label>
        )}
        <CommandText command={action.command(kind, objects, input)} />
        {obstacle !== undefined && (
          <p className="action-obstacle" role="status">
            {obstacle}
          </p>
        )}
        <footer className="dialog-actions">
          <Button onClick={onClose} data-cancel>
            Cancel
          </Button>
          <Button type="submit" variant={action.danger ? 'danger' : 'primary'} disabled={!isReady}>
            {verb}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The control that gets the focus. Enter must not destroy anything that was not confirmed. */
function firstControl(form: HTMLElement, isDanger: boolean): HTMLElement | null {
  const input = 'input:not([type=radio]):not([type=checkbox]):not([type=range]):not([aria-hidden])'
  const order = isDanger ? ['[data-confirmation]', '[data-cancel]'] : [input, '[type=submit]']
  return order.map(selector => form.querySelector<HTMLElement>(selector)).find(Boolean) ?? null
}

const titleOf = (verb: string, objects: readonly KubernetesObject[]): string =>
  objects.length === 1 ? `${verb}: ${objects[0]?.metadata?.name}` : `${verb}: ${objects.length} objects`
