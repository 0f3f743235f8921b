import { type ReactNode, useSyncExternalStore } from 'react'
import { StatusDot } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Tone } from '../ui/tone.ts'
import type { ShownResults } from './action-store.ts'
import './actions.css'
import type { Step } from './operation.ts'
import { hasEnded, summarize } from './summary.ts'

const TONES: Readonly<Record<Step['state'], Tone>> = {
  queued: 'done',
  running: 'wait',
  accepted: 'wait',
  done: 'good',
  failed: 'bad',
  cancelled: 'gone',
}

const WORDS: Readonly<Record<Step['state'], string>> = {
  queued: 'Queued',
  running: 'Sent',
  accepted: 'Accepted',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

interface ResultsDialogProps {
  readonly shown: ShownResults
  readonly onClose: () => void
}

/** The result of an action on each of several objects. */
export function ResultsDialog({ shown, onClose }: ResultsDialogProps): ReactNode {
  const { title, operation, reverse } = shown
  const steps = useSyncExternalStore(operation.subscribe, operation.getSteps)
  const count = steps.filter(({ inverse }) => inverse !== undefined).length
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      size="medium"
      title={title}
      description={summarize(title, steps).detail}
      actions={
        <>
          {!hasEnded(steps) && <Button onClick={operation.cancel}>Cancel the rest</Button>}
          {count > 0 && <Button onClick={reverse}>{`Undo on ${count}`}</Button>}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul className="results">
        {steps.map(({ key, state, text }) => (
          <li key={key}>
            <span className="result-key">{key}</span>
            <StatusDot tone={TONES[state]}>{WORDS[state]}</StatusDot>
            <span className="muted">{text}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
