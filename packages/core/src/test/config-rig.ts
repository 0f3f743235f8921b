import { FakeClock } from '@kube-informer/testing'
import type { ConfigOptions, ExecFileOptions, ExecFileResult } from '../config/index.ts'

/** A machine as the configuration sees it: files, programs, and a server that records what it is sent. */
export interface ConfigRig {
  readonly options: ConfigOptions & { readonly env: Record<string, string>; readonly clock: FakeClock }
  readonly clock: FakeClock
  /** File contents by path; tests change them like another process would. */
  readonly files: Map<string, string>
  /** Paths in the order in which they were read. */
  readonly reads: string[]
  /** What was run. */
  readonly runs: (ExecFileOptions & { readonly command: string; readonly args: readonly string[] })[]
  /** What was sent. */
  readonly requests: { readonly url: string; readonly headers: Headers }[]
  /** Answers a request; replace it. @default 200 for everything */
  answer: (headers: Headers) => number
  /** Ends a program; replace it. */
  run: (options: ExecFileOptions) => ExecFileResult | Promise<ExecFileResult>
}

/** A missing file or program, as the runtimes tell it. */
export const missing = (): Error => Object.assign(new Error('no such file or directory'), { code: 'ENOENT' })

/** Creates a machine with these files. */
export function createConfigRig(files: Readonly<Record<string, string>> = {}): ConfigRig {
  const clock = new FakeClock()
  const rig: ConfigRig = {
    clock,
    files: new Map(Object.entries(files)),
    reads: [],
    runs: [],
    requests: [],
    answer: () => 200,
    run: () => {
      throw missing()
    },
    options: {
      env: {},
      clock,
      interactive: false,
      readFile: async path => {
        rig.reads.push(path)
        const text = rig.files.get(path)
        if (text === undefined) throw missing()
        return text
      },
      execFile: async (command, args, options) => {
        rig.runs.push({ command, args, ...options })
        return rig.run(options)
      },
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        rig.requests.push({ url, headers })
        return new Response('{}', { status: rig.answer(headers) })
      },
    },
  }
  return rig
}

/** Entries of a kubeconfig with one context, `dev`, on https://dev.example. */
export interface OneContext {
  readonly cluster?: object
  readonly user?: object
  readonly context?: object
}

/** Text of a kubeconfig with one context. */
export const oneContext = ({ cluster, user, context }: OneContext = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'dev',
    contexts: [{ name: 'dev', context: { cluster: 'dev-cluster', user: 'dev-user', ...context } }],
    clusters: [{ name: 'dev-cluster', cluster: { server: 'https://dev.example', ...cluster } }],
    users: [{ name: 'dev-user', user: { ...user } }],
  })

/** Text of the file's base64. */
export const base64 = (text: string): string => btoa(text)

/** Everything that printing an error would show, including its causes. */
export function printed(error: unknown): string {
  const texts: string[] = []
  for (let each = error; each instanceof Error; each = each.cause)
    texts.push(`${each.message}\n${each.stack}`)
  return texts.join('\n')
}
