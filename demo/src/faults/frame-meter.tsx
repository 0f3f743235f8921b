import { type ReactNode, useEffect, useState } from 'react'
import { formatNumber } from '../ui/format-number.ts'
import { type FrameRate, measureFrames } from './measure-frames.ts'

const NONE: FrameRate = { rate: 0, dropped: 0, longest: 0, elapsed: 0 }

/** The frames of this page since the meter was mounted. */
export function FrameMeter(): ReactNode {
  const [{ rate, dropped, longest, elapsed }, setShown] = useState(NONE)
  useEffect(() => measureFrames(setShown), [])
  return (
    <dl className="counters" data-testid="frame-meter" data-elapsed={elapsed} data-dropped={dropped}>
      <div className="counter">
        <dt>Frames/s</dt>
        <dd>{Math.round(rate)}</dd>
      </div>
      <div className="counter">
        <dt>Dropped frames</dt>
        <dd>{formatNumber(dropped)}</dd>
      </div>
      <div className="counter">
        <dt>Longest pause</dt>
        <dd>{formatNumber(Math.round(longest))} ms</dd>
      </div>
    </dl>
  )
}
