import { useEffect } from 'react'
import { endFrame } from './frame.ts'

/** Ends the first frame once the console has something to show in its source. */
export function useEndFrame(isReady = true): void {
  useEffect(() => {
    if (isReady) endFrame()
  }, [isReady])
}
