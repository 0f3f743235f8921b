import { memo, type ReactNode, startTransition, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'

/** Longer than the time after which React gives way to other tasks. */
const SLICE_MS = 8
const CELLS = [0, 1, 2, 3, 4, 5]
/** The cell after which a render is interrupted. */
const MIDDLE = 2

function spend(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** A page with six cells, each so slow that a concurrent render gives way after it. */
export interface ConcurrentPage<TProps extends object> {
  readonly element: HTMLElement
  readonly Cells: (props: TProps) => ReactNode
  /** What each commit of a cell showed; equal neighbours are one. */
  readonly commits: readonly string[]
  /** Renders at once, without giving way, and before a transition. */
  render(ui: ReactNode): void
  /** Renders in a transition, and changes something when React has given way after the third cell. */
  interrupt(ui: ReactNode, change: () => void): Promise<void>
  /** Calls back in the next render, when React has given way after the third cell. Rejects if it has not. */
  whenInterrupted(change: () => void): Promise<void>
  /** Waits for a commit that shows the text. */
  shows(text: string): Promise<void>
}

/** @param useText what a cell shows */
export function createConcurrentPage<TProps extends object = object>(
  useText: (props: TProps) => ReactNode,
): ConcurrentPage<TProps> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const element = document.body.appendChild(document.createElement('div'))
  const commits: string[] = []
  let root: Root | undefined
  let onMiddle: (() => void) | undefined
  let rendered = 0

  const Cell = memo(({ index, ...props }: { readonly index: number }): ReactNode => {
    const text = useText(props as TProps)
    spend(SLICE_MS)
    rendered = index
    if (index === MIDDLE) {
      // A microtask runs when React gives way.
      if (onMiddle) queueMicrotask(onMiddle)
      onMiddle = undefined
    }
    useLayoutEffect(() => {
      const shown = element.textContent ?? ''
      if (commits.at(-1) !== shown) commits.push(shown)
    })
    return <i>{text}</i>
  })
  const rootOf = (): Root => (root ??= createRoot(element))
  const whenInterrupted = (change: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      onMiddle = () => {
        if (rendered !== MIDDLE) return reject(new Error('React did not give way'))
        change()
        resolve()
      }
    })
  onTestFinished(() => {
    root?.unmount()
    element.remove()
  })
  return {
    element,
    Cells: props => CELLS.map(index => <Cell key={index} index={index} {...props} />),
    commits,
    render: ui => flushSync(() => rootOf().render(ui)),
    interrupt(ui, change) {
      const interrupted = whenInterrupted(change)
      startTransition(() => rootOf().render(ui))
      return interrupted
    },
    whenInterrupted,
    shows: text => vi.waitFor(() => expect(commits.at(-1)).toBe(text), { timeout: 10_000 }),
  }
}
