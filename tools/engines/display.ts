import { BrowserProcess } from './browser-process.ts'

/** A screen in memory, for browsers that cannot run without one. */
export interface Display {
  /** The value of the environment variable `DISPLAY`. */
  readonly name: string
  close(): Promise<void>
}

/** Starts an X server that chooses its own number. */
export async function openDisplay(xvfb: string): Promise<Display> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const process = new BrowserProcess(xvfb, args)
  const number = await process.output(/^(\d+)$/)
  return { name: `:${number}`, close: () => process.ended(() => process.signal('SIGTERM')) }
}
