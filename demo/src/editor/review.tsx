import type { KubernetesObject } from '@kube-informer/core'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { CodeEditor } from './code-editor.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { comparingExtensions } from './extensions.ts'
import type { EditSession } from './use-edit-session.ts'
import { editable, yamlOf } from './yaml-text.ts'

interface ReviewProps {
  readonly session: EditSession
  readonly base: KubernetesObject
}

/** What an apply would change, according to the server's dry run. */
export function Review({ session, base }: ReviewProps): ReactNode {
  const { apply, intent, send, replace, backToText } = session
  const [asks, setAsks] = useState(false)
  const { data, error, isPending } = apply.preview
  const conflicts = data?.conflicts ?? []
  const notRemovable = intent?.notRemovable ?? []
  const isUnchanged = data !== undefined && data.changes.length === 0 && notRemovable.length === 0

  if (error) return <ErrorState error={error} actions={<Button onClick={backToText}>Edit</Button>} />
  return (
    <section className="review" aria-label="Review">
      <header className="editor-bar">
        <p>
          {isPending && 'Asking the server what this would change…'}
          {isUnchanged && 'The server would change nothing.'}
          {data !== undefined && !isUnchanged && summary(data.changes.length, conflicts.length)}
        </p>
        <Button variant="quiet" onClick={backToText}>
          Edit
        </Button>
        <Button
          variant="primary"
          disabled={data === undefined || isUnchanged || apply.isPending}
          onClick={() => (conflicts.length > 0 ? setAsks(true) : void send(false))}
        >
          Apply
        </Button>
      </header>
      {session.error && (
        <p className="editor-note bad" role="alert" data-testid="error">
          {session.error.message}
        </p>
      )}
      {notRemovable.length > 0 && (
        <div className="editor-note" role="note">
          <p>
            An apply removes only what this console has applied before. Other managers have set{' '}
            <code>{notRemovable.join(', ')}</code>.
          </p>
          <Button onClick={() => void replace()}>Replace the whole object</Button>
        </div>
      )}
      {data !== undefined && (
        <CodeEditor
          key={data.object.metadata?.resourceVersion}
          text={yamlOf(editable(data.object))}
          extensions={comparingExtensions('What would change', yamlOf(editable(base)))}
          testId="diff"
        />
      )}
      <ConflictDialog
        open={asks}
        onOpenChange={setAsks}
        conflicts={conflicts}
        onForce={() => {
          setAsks(false)
          void send(true)
        }}
      />
    </section>
  )
}

const summary = (changes: number, conflicts: number): string => {
  const fields = changes === 1 ? 'One field changes' : `${changes} fields change`
  const owned = conflicts === 1 ? 'one belongs to another manager' : `${conflicts} belong to other managers`
  return conflicts === 0 ? `${fields}.` : `${fields}; ${owned}.`
}
