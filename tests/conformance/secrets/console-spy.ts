import { vi } from 'vitest'
import type { Evidence } from './evidence.ts'

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

/** Adds everything that is printed to the evidence, until the result is called. */
export function watchConsole(evidence: Evidence): () => void {
  const spies = METHODS.map(method =>
    vi
      .spyOn(console, method)
      .mockImplementation((...values: unknown[]) => evidence.add(`console.${method}`, values)),
  )
  const onWarning = (warning: Error) => evidence.add('process warning', warning)
  process.on('warning', onWarning)
  return () => {
    process.off('warning', onWarning)
    for (const spy of spies) spy.mockRestore()
  }
}
