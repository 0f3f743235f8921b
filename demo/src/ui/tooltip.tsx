import { deferred } from './deferred.ts'
import type { TooltipProps } from './tooltip-popup.tsx'

/** A text beside an element while the pointer is over it or it has the focus. */
export const Tooltip = deferred(
  () => import('./tooltip-popup.tsx').then(module => module.TooltipPopup),
  ({ children }: TooltipProps) => children,
)
