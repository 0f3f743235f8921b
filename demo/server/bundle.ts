import { type ChildProcess, fork } from 'node:child_process'
import { bundleFolder, remove } from './bundle-folder.ts'
import { BUNDLES } from './folders.ts'

const SCRIPT = new URL('./build.ts', import.meta.url)

/** Bundles the demo in a process of its own, so that this one can create the cluster at the same time. */
export class Bundle {
  readonly #child: ChildProcess
  /** The folder that it is in. */
  readonly folder: string = bundleFolder(BUNDLES)
  /** Resolves after the first build. */
  readonly built: Promise<void>

  /** @param watch builds again after each change of a source */
  constructor({ watch }: { readonly watch: boolean }) {
    const child = fork(SCRIPT, [this.folder, ...(watch ? ['--watch'] : [])])
    this.#child = child
    this.built = new Promise((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', code => code && reject(new Error('The demo does not build.')))
    })
  }

  /** Stops watching, and removes the bundle. */
  stop(): void {
    this.#child.kill()
    remove(this.folder)
  }
}
