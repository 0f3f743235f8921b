import { type ReactNode, useEffect, useState } from 'react'

const EVERY_MS = 500

/** The frames per second of this page, and the longest time without one, since the meter was mounted. */
export function FrameMeter(): ReactNode {
  const [shown, setShown] = useState({ rate: 0, longest: 0 })
  useEffect(() => {
    let frames = 0
    let longest = 0
    let last = performance.now()
    let from = last
    let handle = requestAnimationFrame(function next(now) {
      frames++
      longest = Math.max(longest, now - last)
      last = now
      if (now - from > EVERY_MS) {
        setShown({ rate: (frames * 1_000) / (now - from), longest })
        frames = 0
        from = now
      }
      handle = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(handle)
  }, [])
  return (
    <p className="frame-meter" data-testid="frame-meter">
      <b>{Math.round(shown.rate)}</b> frames/s, the longest pause <b>{Math.round(shown.longest)}</b> ms
    </p>
  )
}
