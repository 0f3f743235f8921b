import { type Clock, type Fetch, systemClock } from '../api/clock.ts'
import { decodeText } from '../yaml/decode-text.ts'
import { ConfigError } from './config-error.ts'
import { builtinModule, hostProcess } from './runtime.ts'

/** What a credential plugin inherits from the process. */
export interface ExecFileOptions {
  /** The complete environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether it inherits standard input; otherwise it has none. It always inherits standard error. */
  readonly interactive: boolean
}

/** The result of a program. */
export interface ExecFileResult {
  readonly exitCode: number
  readonly stdout: string
}

/** Runs a program. Rejects with `code: 'ENOENT'` if there is no such program. */
export type ExecFile = (
  command: string,
  args: readonly string[],
  options: ExecFileOptions,
) => Promise<ExecFileResult>

/** What replaces APIs of the runtime, in all configurations. */
export interface ConfigOptions {
  /** @default the process's environment */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Reads a text file; rejects with `code: 'ENOENT'` if it is missing. @default node:fs, also in Deno and Bun */
  readonly readFile?: ((path: string) => Promise<string>) | undefined
  /** Runs credential plugins. @default node:child_process, also in Deno and Bun */
  readonly execFile?: ExecFile | undefined
  /** Whether a credential plugin can prompt the user. @default whether standard input is a terminal */
  readonly interactive?: boolean | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Node's name of the platform; `win32` selects the syntax of Windows paths. @default the process's */
  readonly platform?: string | undefined
  /**
   * Sends the requests instead of a connection with the configured certificates and proxies: e.g. the `fetch` of an mTLS
   * binding (Cloudflare), or of a test. The token is still added to each request.
   */
  readonly fetch?: Fetch | undefined
  /**
   * Receives the settings of an auth-provider with the tokens that its issuer has renewed, to write them back as kubectl does.
   * Tokens that cannot be saved are not used. Many issuers accept a refresh-token once: without this, the one of the
   * kubeconfig is void after a renewal.
   *
   * @default they are kept in memory only
   */
  readonly saveAuthProvider?: ((provider: AuthProviderConfig) => Promise<void>) | undefined
}

/** An auth-provider of a kubeconfig's user. */
export interface AuthProviderConfig {
  /** The entry of the kubeconfig, such as `user "admin"`. */
  readonly user: string
  readonly name: string
  /** The new content of `auth-provider.config`, with the tokens. */
  readonly config: Readonly<Record<string, string>>
}

/**
 * What a kubeconfig may use of the machine that reads it. The author of a kubeconfig chooses the server that the result is
 * sent to, so both permissions give the author the rights of this process.
 */
export interface KubeConfigPermissions {
  /**
   * Which credential plugins may run: all, none, or those whose `command` equals an entry of the list. An entry of the list
   * permits any arguments, but not the plugin's `env`: variables such as `PATH` would make it run something else.
   *
   * @default `parseKubeConfig`: false; `loadKubeConfig` and `defaultConfig`: true, as in kubectl
   */
  readonly allowExec?: boolean | readonly string[] | undefined
  /**
   * Whether it may name files, by an absolute or a relative path: `tokenFile`, `certificate-authority`, `client-certificate`,
   * `client-key`. Their contents are sent to the server that it names.
   *
   * @default `parseKubeConfig`: false; `loadKubeConfig` and `defaultConfig`: true, as in kubectl
   */
  readonly allowFiles?: boolean | undefined
}

/** {@link ConfigOptions} and {@link KubeConfigPermissions} with all defaults applied. */
export interface ConfigHost {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readFile: (path: string) => Promise<string>
  readonly execFile: ExecFile
  readonly isInteractive: () => boolean
  readonly clock: Clock
  readonly fetch: Fetch | undefined
  readonly saveAuthProvider: ConfigOptions['saveAuthProvider']
  readonly windows: boolean
  readonly allowExec: boolean | readonly string[]
  readonly allowFiles: boolean
}

/** Applies the defaults of the runtime, without side effects. Nothing is permitted by default. */
export function configHost(options: ConfigOptions & KubeConfigPermissions): ConfigHost {
  const process = hostProcess()
  return {
    env: options.env ?? process?.env ?? {},
    readFile: options.readFile ?? readFile,
    execFile: options.execFile ?? execFile,
    isInteractive: () => options.interactive ?? builtinModule<Terminals>('node:tty')?.isatty(STDIN) ?? false,
    clock: options.clock ?? systemClock,
    fetch: options.fetch,
    saveAuthProvider: options.saveAuthProvider,
    windows: (options.platform ?? process?.platform) === 'win32',
    allowExec: options.allowExec ?? false,
    allowFiles: options.allowFiles ?? false,
  }
}

interface Terminals {
  isatty(fileDescriptor: number): boolean
}

const STDIN = 0

/** Whether the error reports a missing file or program. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'

interface FileSystem {
  readFile(path: string): Promise<Uint8Array>
}

async function readFile(path: string): Promise<string> {
  const files = builtinModule<FileSystem>('node:fs/promises')
  if (files) return decodeText(await files.readFile(path))
  throw new ConfigError(
    `cannot read ${path}: this runtime has no files; put the data itself into the kubeconfig and give its text to parseKubeConfig`,
  )
}

interface ChildProcess {
  readonly stdout: {
    on(event: 'data', take: (bytes: Uint8Array<ArrayBuffer>) => void): void
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
  // Plugins print instructions for the user on standard error.
  const stdio = [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit']
  const child = processes.spawn(command, args, { env, stdio, windowsHide: true })
  const output: Uint8Array<ArrayBuffer>[] = []
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', bytes => output.push(bytes))
    child.on('error', reject)
    // Without an exit code, a signal ended it.
    child.on('close', code => resolve(code ?? -1))
  })
  return { exitCode, stdout: decodeText(new Uint8Array(await new Blob(output).arrayBuffer())) }
}
