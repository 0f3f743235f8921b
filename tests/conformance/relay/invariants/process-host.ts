import { join } from 'node:path'
import { type HostName, type RelayHost, RelayProgram } from '../relay-host.ts'
import type { HostedRelay, HostUnderTest } from './host-under-test.ts'
import type { RelaySettings } from './relay-settings.ts'

/** A relay in a process: root and leaf in one, with a SQLite file. */
export async function processHost(runtime: HostName): Promise<HostUnderTest> {
  const program = await RelayProgram.build(runtime, join(import.meta.dirname, 'hosts', `${runtime}.ts`))
  let started = 0
  return {
    isTree: false,
    start: settings => RelayInProcess.start(program, settings, `${started++}.db`),
    close: () => program.remove(),
  }
}

class RelayInProcess implements HostedRelay {
  readonly #start: () => Promise<RelayHost>
  #process: RelayHost

  private constructor(start: () => Promise<RelayHost>, process: RelayHost) {
    this.#start = start
    this.#process = process
  }

  static async start(program: RelayProgram, settings: RelaySettings, file: string): Promise<RelayInProcess> {
    const argument = JSON.stringify({ ...settings, file: join(program.folder, file) })
    const start = () => program.start(argument)
    return new RelayInProcess(start, await start())
  }

  get url(): string {
    return this.#process.url
  }

  async crash(): Promise<void> {
    await this.#process.kill()
    this.#process = await this.#start()
  }

  async stop(): Promise<void> {
    // It ends when its readers have left.
    void this.#process.stop()
  }

  async gone(): Promise<void> {
    const code = await this.#process.stop()
    if (code !== 0) throw new Error(`the process ended with ${code}`)
  }

  dispose(): Promise<void> {
    return this.#process.kill()
  }
}
