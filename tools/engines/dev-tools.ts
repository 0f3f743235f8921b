import type { CDPSession } from 'playwright'
import { CommandSocket } from './command-socket.ts'

/** Sends a command of the DevTools protocol, typed as Playwright types them. */
export type Send = CDPSession['send']

/**
 * A minimal connection to a browser's DevTools. Playwright's own emulates focus and visibility for every page,
 * so that no page is ever hidden or frozen.
 */
export class DevTools {
  readonly #socket: CommandSocket

  private constructor(socket: CommandSocket) {
    this.#socket = socket
  }

  static async connect(endpoint: string): Promise<DevTools> {
    return new DevTools(await CommandSocket.connect(endpoint, 'DevTools'))
  }

  /** Commands to the browser itself. */
  readonly send: Send = (method, params) => this.#socket.request({ method, params })

  /** Attaches to one target; its commands work until the target closes. */
  async attach(targetId: string): Promise<Send> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    return (method, params) => this.#socket.request({ method, params, sessionId })
  }

  close(): void {
    this.#socket.close()
  }
}
