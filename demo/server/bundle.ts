import { type ChildProcess, fork } from 'node:child_process'

const SCRIPT = new URL('./build.ts', import.meta.url)

/** Bundles the demo in a process of its own, so that this one can create the cluster at the same time. */
export class Bundle {
  readonly #child: ChildProcess
  /** Resolves after the first build. */
  readonly built: Promise<void>

  /** @param watch builds again after each change of a source */
  constructor({ watch }: { readonly watch: boolean }) {
    const child = fork(SCRIPT, watch ? ['--watch'] : [])
    this.#child = child
    this.built = new Promise((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', code => code && reject(new Error('The demo does not build.')))
    })
  }

  /** Stops watching. */
  stop(): void {
    this.#child.kill()
  }
}
