// What a page loads; the parent calls `runConformance`, here or in a Worker.
import type { Outcome } from './environment.ts'
import { runCases } from './run-cases.ts'

declare global {
  // A global function is what Playwright can call.
  var runConformance: (where: 'page' | 'worker') => Promise<readonly Outcome[]>
}

globalThis.runConformance = async where => {
  if (where === 'page') return await runCases('Chromium page', location.origin)
  const worker = new Worker('/worker.js', { type: 'module' })
  return await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<readonly Outcome[]>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}
