import type { KubernetesObject } from '@kube-informer/core'

/** A runtime of the suite. */
export type RuntimeName = 'Node' | 'Bun' | 'Deno' | 'workerd' | 'Chromium page' | 'Chromium worker'

/** Options of a server that the parent process starts for a case. */
export interface ServerOptions {
  /** Realistic Pods of 7 KB. @default 0 */
  readonly pods?: number
  /** Small Pods with varied text. @default 0 */
  readonly smallPods?: number
  /** The server responds with 401 without this bearer token. */
  readonly token?: string
  /** The server compresses like this version of Kubernetes. */
  readonly compress?: '1.37'
}

/** A fake apiserver in the parent process. */
export interface TestServer {
  readonly url: string
  /** A base URL of another origin that redirects every request to this server. */
  readonly redirectUrl: string
  /** Resolves with all Pods as parsed by `JSON.parse`, in the order of their keys, without `managedFields`. */
  pods(): Promise<readonly KubernetesObject[]>
  /** Makes this many writes to the small Pods; resolves with the events that a watch must deliver. */
  write(times: number): Promise<readonly string[]>
  /** The server's controls (`/_fake/`): method and name, e.g. `POST faults`. */
  control<T>(command: string, body?: unknown): Promise<T>
}

/** The environment of a case. */
export interface Environment {
  readonly runtime: RuntimeName
  /** Aborts when the case ends. */
  readonly signal: AbortSignal
  openServer(options?: ServerOptions): Promise<TestServer>
}

/** One test case for every runtime. */
export interface Case {
  readonly name: string
  /** Runtimes that cannot run the case, with the reason. */
  readonly skip?: Partial<Record<RuntimeName, string>> | undefined
  run(env: Environment): Promise<void>
}

/** The result of a case. */
export interface Outcome {
  readonly name: string
  readonly ms: number
  readonly error?: string
  readonly skipped?: string
}
