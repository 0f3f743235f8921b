import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BINARY } from '../../../tools/kubernetes/informer-faults/build.ts'

/** resourceVersions by key. */
export type Versions = Readonly<Record<string, string>>

/** The state of an informer. */
export interface InformerState {
  readonly synced: boolean
  /** The content of its cache. */
  readonly cache: Versions
  /** The objects according to the notifications of a handler. */
  readonly received: Versions
}

/** client-go's informer of Pods in a process of its own; the binary must be built first. */
export class GoInformer {
  readonly #child: ChildProcess
  readonly #answers: AsyncIterator<string>

  /** @param watchList - whether the initial list is a watch list, client-go's default, or a list */
  constructor(url: string, { watchList }: { readonly watchList: boolean }) {
    const env = { ...process.env, KUBE_FEATURE_WatchListClient: String(watchList) }
    // client-go logs the injected errors to stderr.
    const child = spawn(BINARY, ['-url', url], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    this.#child = child
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  async state(): Promise<InformerState> {
    this.#child.stdin?.write('\n')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('client-go has ended')
    return JSON.parse(value) as InformerState
  }

  stop(): void {
    this.#child.stdin?.end()
  }
}
