import { type ReactNode, useEffect, useState } from 'react'
import { measureFrames } from './measure-frames.ts'

/** The frames per second of this page, and the longest time without one, since the meter was mounted. */
export function FrameMeter(): ReactNode {
  const [{ rate, longest }, setShown] = useState({ rate: 0, longest: 0 })
  useEffect(() => measureFrames(setShown), [])
  return (
    <p className="frame-meter" data-testid="frame-meter">
      <b>{Math.round(rate)}</b> frames/s, the longest pause <b>{Math.round(longest)}</b> ms
    </p>
  )
}
