import type { BrowserCommand } from 'vitest/node'
import { isBuilt } from './build.ts'
import { type Cluster, startKubernetes } from './start.ts'

/** What a browser test asks of the machine that it runs on: a real apiserver. */
let running: Cluster | undefined

/** Whether there is one to start. */
export const isKubernetesBuilt: BrowserCommand<[]> = () => isBuilt()

/** Starts one; answers how a page reaches it. */
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
