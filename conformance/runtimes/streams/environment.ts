import type { KubernetesObject } from '@kube-informer/core'

/** Where the suite runs. */
export type RuntimeName = 'Node' | 'Bun' | 'Deno' | 'workerd' | 'Chromium page' | 'Chromium worker'

/** What a case asks the parent process to start. */
export interface ServerOptions {
  /** Realistic Pods of 7 KB. @default 0 */
  readonly pods?: number
  /** Small Pods with text of all sorts in them. @default 0 */
  readonly smallPods?: number
  /** Answers 401 without this bearer token. */
  readonly token?: string
  /** Compresses as that Kubernetes does. */
  readonly compress?: '1.37'
}

/** A fake apiserver in the parent process. */
export interface TestServer {
  readonly url: string
  /** All Pods as the server tells them to `JSON.parse`, in the order of their keys, less `managedFields`. */
  pods(): Promise<readonly KubernetesObject[]>
  /** Writes to the small Pods so many times, in one go; answers what a watch must tell of it. */
  write(times: number): Promise<readonly string[]>
  /** The server's controls (`/_fake/`): method and name, e.g. `POST faults`. */
  control<T>(command: string, body?: unknown): Promise<T>
}

/** What a case gets. */
export interface Environment {
  readonly runtime: RuntimeName
  /** Aborts when the case has ended, however it did. */
  readonly signal: AbortSignal
  openServer(options?: ServerOptions): Promise<TestServer>
}

/** One thing that must hold in every runtime. */
export interface Case {
  readonly name: string
  /** Where it cannot be run, and why. */
  readonly skip?: Partial<Record<RuntimeName, string>> | undefined
  run(env: Environment): Promise<void>
}

/** What became of a case. */
export interface Outcome {
  readonly name: string
  readonly ms: number
  readonly error?: string
  readonly skipped?: string
}
