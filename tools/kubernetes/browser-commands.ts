import type { BrowserCommand } from 'vitest/node'
import { isBuilt } from './build.ts'
import { type Cluster, startKubernetes } from './start.ts'

/** The real apiserver that a browser test started on its machine. */
let running: Cluster | undefined

/** Whether a real apiserver is built. */
export const isKubernetesBuilt: BrowserCommand<[]> = () => isBuilt()

/** Starts a real apiserver; resolves with its address for a page. */
export const startKubernetesForPage: BrowserCommand<[]> = async () => {
  running ??= await startKubernetes()
  return { url: running.url, token: running.token }
}

/** Stops it. */
export const stopKubernetesOfPage: BrowserCommand<[]> = async () => {
  await running?.stop()
  running = undefined
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    isKubernetesBuilt(): Promise<boolean>
    startKubernetes(): Promise<{ readonly url: string; readonly token: string }>
    stopKubernetes(): Promise<void>
  }
}
