/** Calls back on each frame of the page, from now on. */
export function onEachFrame(callback: () => void): void {
  const next = () => {
    callback()
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** Counts the page's frames; the returned function returns the number so far. */
export function countFrames(): () => number {
  let frames = 0
  onEachFrame(() => frames++)
  return () => frames
}
