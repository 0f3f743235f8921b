// The script of the page. The parent calls `runConformance`, which runs the cases here or in a Worker.
import type { Outcome } from './environment.ts'
import { runCases } from './run-cases.ts'

declare global {
  // Playwright calls global functions.
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
