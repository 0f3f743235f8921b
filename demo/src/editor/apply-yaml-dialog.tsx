import { useConnection } from '@kube-informer/react'
import { type ReactNode, useState } from 'react'
import { StatusDot } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { applyAll, type Outcome } from './apply-all.ts'
import { CodeEditor } from './code-editor.tsx'
import './editor.css'
import { writingExtensions } from './extensions.ts'

interface ApplyYamlDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly initialText?: string | undefined
  /** For objects without one. @default 'default' */
  readonly namespace?: string | undefined
}

/** Applies pasted YAML on the server, one document after another; a dry run says before what would happen. */
export function ApplyYamlDialog(props: ApplyYamlDialogProps): ReactNode {
  const { open, onOpenChange } = props
  const namespace = props.namespace ?? 'default'
  const connection = useConnection()
  const [text, setText] = useState(props.initialText ?? '')
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const [force, setForce] = useState(false)
  const isDisabled = isRunning || text.trim() === ''

  const run = async (dryRun: boolean): Promise<void> => {
    setIsRunning(true)
    setOutcomes([])
    const onOutcome = (outcome: Outcome): void => setOutcomes(before => [...before, outcome])
    await applyAll(connection, text, { namespace, dryRun, force, onOutcome })
    setIsRunning(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      keepOpen={text !== ''}
      title="Apply YAML"
      description={`Server-side apply of one or several documents. Objects without a namespace are put into ${namespace}.`}
      actions={
        <>
          <Checkbox label="Take over fields of other managers" checked={force} onChange={setForce} />
          <Button disabled={isDisabled} onClick={() => void run(true)}>
            Dry run
          </Button>
          <Button variant="primary" disabled={isDisabled} onClick={() => void run(false)}>
            Apply
          </Button>
        </>
      }
    >
      <div className="apply-yaml">
        <CodeEditor
          text={text}
          onText={setText}
          extensions={writingExtensions('YAML to apply', () => undefined)}
          testId="apply-yaml"
          autoFocus
        />
      </div>
      <Outcomes outcomes={outcomes} />
    </Dialog>
  )
}

const Outcomes = ({ outcomes }: { readonly outcomes: readonly Outcome[] }): ReactNode => (
  <ul className="apply-results" aria-label="Results" aria-live="polite">
    {outcomes.map(({ title, tone, text }) => (
      <li key={title}>
        <b>{title}</b>
        <StatusDot tone={tone}>{text}</StatusDot>
      </li>
    ))}
  </ul>
)
