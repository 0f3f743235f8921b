import { CommandSocket } from './command-socket.ts'

/** A connection over WebDriver BiDi: https://w3c.github.io/webdriver-bidi */
export class Bidi {
  readonly #socket: CommandSocket

  private constructor(socket: CommandSocket) {
    this.#socket = socket
  }

  /** Connects and starts the only session. */
  static async connect(endpoint: string): Promise<Bidi> {
    const bidi = new Bidi(await CommandSocket.connect(`${endpoint}/session`, 'WebDriver BiDi'))
    // A dialog that asks whether to leave a page would block its navigation.
    const alwaysMatch = { acceptInsecureCerts: true, unhandledPromptBehavior: { default: 'accept' } }
    await bidi.send('session.new', { capabilities: { alwaysMatch } })
    return bidi
  }

  send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    return this.#socket.request({ method, params })
  }

  close(): void {
    this.#socket.close()
  }
}
