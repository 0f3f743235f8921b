import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

export interface TooltipProps {
  readonly text: ReactNode
  readonly hotkey?: string | undefined
  /** @default 'bottom' */
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** The element that the tooltip describes. It needs an accessible name of its own. */
  readonly children: ReactElement
}

/** A text beside an element while the pointer is over it or it has the focus. */
export function TooltipPopup({ text, hotkey, side, children }: TooltipProps): ReactNode {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side ?? 'bottom'} sideOffset={6} collisionPadding={8}>
          {/* The element has the same text as its name. */}
          <BaseTooltip.Popup className="tooltip" aria-hidden>
            {text}
            {hotkey !== undefined && <Kbd keys={hotkey} />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
