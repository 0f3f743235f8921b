import { forgetFrame, keepFrame } from './kept-frame.ts'

/** Where the first frame is; base.css hides the console while it is not empty. */
const HOST = 'first-frame'

/** Shows a frame until the console has rows of its own. */
export function showFrame(frame: Element): void {
  document.getElementById(HOST)?.replaceChildren(frame)
}

/** Removes the first frame, and shows the console instead. Does nothing the second time. */
export function endFrame(): void {
  const host = document.getElementById(HOST)
  if (!host) return
  const scrolled = host.querySelector('.grid')?.scrollTop ?? 0
  host.remove()
  const grid = document.querySelector('#root .grid')
  if (grid && scrolled > 0) grid.scrollTop = scrolled
}

/**
 * Keeps the last frame of this page for a reload.
 *
 * @param shown returns the URL of what the page shows
 */
export function keepLastFrame(root: Element, shown: () => string): void {
  addEventListener('pagehide', () => keepFrame(root, shown()))
  // The browser has kept the page itself.
  addEventListener('pageshow', ({ persisted }) => persisted && forgetFrame())
}
