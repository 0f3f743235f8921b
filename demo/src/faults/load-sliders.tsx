import { type ReactNode, useState } from 'react'
import { formatNumber } from '../ui/format-number.ts'
import { Slider } from '../ui/slider.tsx'
import { useToasts } from '../ui/toast-store.ts'
import type { Controls, ServerStatus } from './controls.ts'

/** The numbers of Pods that the slider offers. */
const PODS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
/** The numbers of changes per second. */
const RATES = [0, 10, 50, 100, 200, 500, 1_000, 2_000]

interface LoadSlidersProps {
  readonly controls: Controls
  readonly status: ServerStatus | undefined
}

/** How large the cluster is, and how much of it changes. */
export function LoadSliders({ controls, status }: LoadSlidersProps): ReactNode {
  const { fail } = useToasts()
  const pods = status?.pods
  const post = (command: string, body: object): void =>
    void controls.post(command, body).catch(error => fail('The server did not change', error))
  return (
    <div className="load">
      {pods && (
        <Steps
          label="Pods"
          steps={PODS}
          current={pods.target}
          onChoose={count => post('pods', { count })}
          note={pods.isRunning ? `${formatNumber(pods.count)} so far` : undefined}
        />
      )}
      <Steps
        label="Changes per second"
        steps={RATES}
        current={status?.churn ?? 0}
        onChoose={perSecond => post('churn', { perSecond })}
      />
    </div>
  )
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly number[]
  readonly current: number
  readonly onChoose: (value: number) => void
  readonly note?: string | undefined
}

/** A slider over some numbers, which are not equally far from each other. */
function Steps({ label, steps, current, onChoose, note }: StepsProps): ReactNode {
  const [dragged, setDragged] = useState<number>()
  const nearest = steps.findIndex(step => step >= current)
  const at = dragged ?? (nearest < 0 ? steps.length - 1 : nearest)
  return (
    <>
      <Slider
        label={label}
        value={at}
        min={0}
        max={steps.length - 1}
        onValue={setDragged}
        onCommit={index => {
          setDragged(undefined)
          onChoose(steps[index] ?? 0)
        }}
        format={index => formatNumber(steps[index] ?? 0)}
      />
      {note !== undefined && <p className="muted">{note}</p>}
    </>
  )
}
