import { type Clock, type Fetch, systemClock } from '../api/clock.ts'
import { ConfigError } from './config-error.ts'
import { builtinModule, hostProcess } from './runtime.ts'

/** How a program is run for its output. */
export interface ExecFileOptions {
  /** All of the program's environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether it may ask on the standard input; otherwise it has none. Its standard error is always this process's. */
  readonly interactive: boolean
}

/** How a program ended. */
export interface ExecFileResult {
  readonly exitCode: number
  readonly stdout: string
}

/** Runs a program. Rejects, with `code: 'ENOENT'`, where there is no such program. */
export type ExecFile = (
  command: string,
  args: readonly string[],
  options: ExecFileOptions,
) => Promise<ExecFileResult>

/** What every configuration may take from elsewhere than from the runtime. */
export interface ConfigOptions {
  /** @default the process's environment */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Text of a file; rejects with `code: 'ENOENT'` where there is none. @default node:fs, which Deno and Bun have too */
  readonly readFile?: ((path: string) => Promise<string>) | undefined
  /** Runs credential plugins. @default node:child_process, which Deno and Bun have too */
  readonly execFile?: ExecFile | undefined
  /** Whether a credential plugin can prompt the user. @default whether standard input is a terminal */
  readonly interactive?: boolean | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** As Node calls it: on `win32`, paths and lists of paths are Windows's. @default the process's */
  readonly platform?: string | undefined
  /**
   * Carries the requests in place of what the configuration says about certificates and proxies: a binding's
   * `fetch` that presents a client certificate (Cloudflare mTLS), or a test's. The token is still added to each.
   */
  readonly fetch?: Fetch | undefined
}

/** {@link ConfigOptions} with every default in its place. */
export interface ConfigHost {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readFile: (path: string) => Promise<string>
  readonly execFile: ExecFile
  readonly isInteractive: () => boolean
  readonly clock: Clock
  readonly fetch: Fetch | undefined
  readonly windows: boolean
}

/** Looks at the runtime, and starts nothing. */
export function configHost(options: ConfigOptions): ConfigHost {
  const process = hostProcess()
  return {
    env: options.env ?? process?.env ?? {},
    readFile: options.readFile ?? readFile,
    execFile: options.execFile ?? execFile,
    isInteractive: () => options.interactive ?? builtinModule<Terminals>('node:tty')?.isatty(STDIN) ?? false,
    clock: options.clock ?? systemClock,
    fetch: options.fetch,
    windows: (options.platform ?? process?.platform) === 'win32',
  }
}

interface Terminals {
  isatty(fileDescriptor: number): boolean
}

const STDIN = 0

/** Whether a file or a program is simply not there. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

interface FileSystem {
  readFile(path: string, encoding: 'utf8'): Promise<string>
}

async function readFile(path: string): Promise<string> {
  const files = builtinModule<FileSystem>('node:fs/promises')
  if (files) return files.readFile(path, 'utf8')
  throw new ConfigError(
    `cannot read ${path}: this runtime has no files; put the data itself into the kubeconfig and give its text to parseKubeConfig`,
  )
}

interface ChildProcess {
  readonly stdout: {
    setEncoding(encoding: 'utf8'): void
    on(event: 'data', take: (text: string) => void): void
  }
  on(event: 'error', take: (error: Error) => void): void
  on(event: 'close', take: (exitCode: number | null) => void): void
}

interface ChildProcesses {
  spawn(command: string, args: readonly string[], options: object): ChildProcess
}

async function execFile(
  command: string,
  args: readonly string[],
  { env, interactive }: ExecFileOptions,
): Promise<ExecFileResult> {
  const processes = builtinModule<ChildProcesses>('node:child_process')
  if (!processes) {
    throw new ConfigError(
      `cannot run the credential plugin ${command}: this runtime runs no programs; use a token, or run it elsewhere`,
    )
  }
  // Standard error is where plugins talk to people: "open this address and enter that code".
  const stdio = [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit']
  const child = processes.spawn(command, args, { env, stdio, windowsHide: true })
  return new Promise((resolve, reject) => {
    let stdout = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', text => {
      stdout += text
    })
    child.on('error', reject)
    // No exit code: a signal ended it.
    child.on('close', exitCode => resolve({ exitCode: exitCode ?? -1, stdout }))
  })
}
