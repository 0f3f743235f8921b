import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BINARY } from '../../tools/kubernetes/informer-faults/build.ts'

/** Resource versions by key. */
export type Versions = Readonly<Record<string, string>>

/** What an informer holds. */
export interface InformerState {
  readonly synced: boolean
  /** What is in its cache. */
  readonly cache: Versions
  /** What a handler would think there is, from all that it was received. */
  readonly received: Versions
}

/** client-go's informer of Pods in a process of its own, which has to be built. */
export class GoInformer {
  readonly #child: ChildProcess
  readonly #answers: AsyncIterator<string>

  /** @param watchList - whether it gets its initial list by a watch, the default, or by a list */
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
