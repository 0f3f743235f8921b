import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** Renders into the page; unmounts when the test finishes. */
export async function render(
  node: ReactNode,
): Promise<{ readonly element: HTMLElement; readonly root: Root }> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    element.remove()
  })
  await act(async () => root.render(node))
  return { element, root }
}
