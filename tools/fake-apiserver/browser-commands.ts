import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BrowserCommand } from 'vitest/node'

const SCRIPT = join(import.meta.dirname, 'process.ts')

const running = new Map<string, ChildProcess>()

/**
 * Starts a fake apiserver that a page reaches over real connections; resolves with its URL. In a process of its own, since
 * the configuration of Vitest cannot import the sources of the packages.
 */
export const startFakeApiserver: BrowserCommand<[]> = async () => {
  const args = ['--conditions=@kube-informer/source', SCRIPT]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the fake apiserver exited with ${code}`)))
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('url=')) resolve(line.slice('url='.length))
    })
  })
  running.set(url, child)
  return url
}

export const stopFakeApiserver: BrowserCommand<[url: string]> = (_, url) => {
  running.get(url)?.stdin?.end()
  running.delete(url)
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    startFakeApiserver(): Promise<string>
    stopFakeApiserver(url: string): Promise<void>
  }
}
