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
  /** Called before the number of Pods changes. */
  readonly onResize: (count: number) => void
}

/** How large the cluster is, and how much of it changes. */
export function LoadSliders({ controls, status, onResize }: LoadSlidersProps): ReactNode {
  const { fail } = useToasts()
  const pods = status?.pods
  const post = async (command: string, body: object): Promise<void> => {
    try {
      await controls.post(command, body)
    } catch (error) {
      fail('The server did not change', error)
      throw error
    }
  }
  return (
    <section className="load" aria-label="Load">
      <h3>The size of the cluster, and its changes</h3>
      {pods && (
        <Steps
          label="Pods"
          steps={PODS}
          current={pods.target}
          onChoose={count => {
            onResize(count)
            return post('pods', { count })
          }}
          note={pods.isRunning ? `${formatNumber(pods.count)} so far` : undefined}
        />
      )}
      <Steps
        label="Changes per second"
        steps={RATES}
        current={status?.churn ?? 0}
        onChoose={perSecond => post('churn', { perSecond })}
      />
    </section>
  )
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly number[]
  readonly current: number
  readonly onChoose: (value: number) => Promise<void>
  readonly note?: string | undefined
}

/** A slider over some numbers, which are not equally far from each other. */
function Steps({ label, steps, current, onChoose, note }: StepsProps): ReactNode {
  const [chosen, setChosen] = useState<number>()
  const nearest = steps.findIndex(step => step >= current)
  const at = nearest < 0 ? steps.length - 1 : nearest
  // Until the next status tells what the server does, the slider stays where the user has put it.
  if (chosen === at) setChosen(undefined)
  return (
    <>
      <Slider
        label={label}
        value={chosen ?? at}
        min={0}
        max={steps.length - 1}
        onValue={setChosen}
        onCommit={index => void onChoose(steps[index] ?? 0).catch(() => setChosen(undefined))}
        // The server may have a number between two steps.
        format={index => formatNumber(chosen === undefined ? current : (steps[index] ?? 0))}
      />
      {note !== undefined && <p className="muted">{note}</p>}
    </>
  )
}
