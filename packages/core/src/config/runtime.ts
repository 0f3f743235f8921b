/** What is looked at of `process`, which Deno and Bun have too. */
interface HostProcess {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: string
  readonly release?: { readonly name?: string }
  getBuiltinModule?(name: string): unknown
}

const host = globalThis as {
  readonly process?: HostProcess
  readonly Deno?: unknown
  readonly Bun?: unknown
  readonly navigator?: { readonly userAgent?: string }
}

/** The process around this code, if there is one. */
export const hostProcess = (): HostProcess | undefined => host.process

/**
 * A module of Node's, or undefined where the runtime has none. Asked for at run time and not imported, so that a
 * bundler for pages or workers finds nothing to resolve.
 */
export const builtinModule = <T>(name: string): T | undefined =>
  host.process?.getBuiltinModule?.(name) as T | undefined

/** The runtimes whose way to present certificates is known. */
export type Runtime = 'node' | 'deno' | 'bun' | 'workerd' | 'other'

/** Which runtime this is. Deno, Bun and workerd call themselves Node where Node's modules are asked for. */
export function detectRuntime(): Runtime {
  if (host.Deno) return 'deno'
  if (host.Bun) return 'bun'
  if (host.navigator?.userAgent === 'Cloudflare-Workers') return 'workerd'
  return host.process?.release?.name === 'node' ? 'node' : 'other'
}
