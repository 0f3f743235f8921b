import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/toast-store.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { Controls } from './controls.ts'
import type { Fault } from './fault-list.ts'

interface FaultButtonsProps {
  readonly label: string
  readonly faults: readonly Fault[]
  readonly controls: Controls
}

/** Faults to press. */
export function FaultButtons({ label, faults, controls }: FaultButtonsProps): ReactNode {
  const { fail } = useToasts()
  const strike = async (fault: Fault): Promise<void> => {
    try {
      await fault.strike(controls)
    } catch (error) {
      fail(`${fault.label}: the server did not accept it`, error)
    }
  }
  return (
    <fieldset className="fault-buttons">
      <legend>{label}</legend>
      {faults.map(fault => (
        <Tooltip key={fault.id} text={fault.explanation} side="left">
          <Button onClick={() => void strike(fault)} data-testid={`fault-${fault.id}`}>
            {fault.label}
          </Button>
        </Tooltip>
      ))}
    </fieldset>
  )
}
