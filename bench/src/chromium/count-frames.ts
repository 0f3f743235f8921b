/** Calls back with each frame of the page, from now on. */
export function onEachFrame(callback: () => void): void {
  const next = () => {
    callback()
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** Counts the page's frames; answers how many there were since. */
export function countFrames(): () => number {
  let frames = 0
  onEachFrame(() => frames++)
  return () => frames
}
