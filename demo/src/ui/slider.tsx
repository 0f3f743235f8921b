import { Slider as BaseSlider } from '@base-ui/react/slider'
import type { ReactNode } from 'react'
import { formatNumber } from './format-number.ts'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly onValue: (value: number) => void
  /** The value when the user lets go, for a change that costs much. */
  readonly onCommit?: ((value: number) => void) | undefined
  readonly min: number
  readonly max: number
  /** @default 1 */
  readonly step?: number
  /** The text of a value. Absent for the number with separators. */
  readonly format?: ((value: number) => string) | undefined
}

/** A number that is chosen roughly. */
export function Slider(props: SliderProps): ReactNode {
  const { label, value, onValue, onCommit, min, max, step } = props
  const format = props.format ?? formatNumber
  return (
    <BaseSlider.Root
      className="slider"
      value={value}
      min={min}
      max={max}
      step={step ?? 1}
      onValueChange={chosen => onValue(chosen)}
      onValueCommitted={chosen => onCommit?.(chosen)}
    >
      <BaseSlider.Label className="slider-label">{label}</BaseSlider.Label>
      <output className="slider-value">{format(value)}</output>
      <BaseSlider.Control className="slider-control">
        <BaseSlider.Track className="slider-track">
          <BaseSlider.Indicator className="slider-indicator" />
          <BaseSlider.Thumb className="slider-thumb" getAriaValueText={(_, chosen) => format(chosen)} />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
