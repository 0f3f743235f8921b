import { act } from 'react'
import { expect, vi } from 'vitest'

const nextFrame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve))

/** Waits until the element shows the text. The changes of each frame are inside act: React 18 renders them at its end. */
export const shows = (element: HTMLElement, text: string | RegExp): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => void (await nextFrame()))
      expect(element.textContent).toMatch(text)
    },
    { timeout: 5_000, interval: 1 },
  )
