/** The used part of `process`, which Deno and Bun also provide. */
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

/** The global `process`, if there is one. */
export const hostProcess = (): HostProcess | undefined => host.process

/**
 * A built-in module of Node; undefined in other runtimes. Loaded at run time rather than imported, so that a bundler for
 * browsers has nothing to resolve.
 */
export const builtinModule = <T>(name: string): T | undefined =>
  host.process?.getBuiltinModule?.(name) as T | undefined

/** The runtimes, by how they support certificates. */
export type Runtime = 'node' | 'deno' | 'bun' | 'workerd' | 'other'

/** Detects the runtime. With Node compatibility, Deno, Bun and workerd also identify themselves as Node. */
export function detectRuntime(): Runtime {
  if (host.Deno) return 'deno'
  if (host.Bun) return 'bun'
  if (host.navigator?.userAgent === 'Cloudflare-Workers') return 'workerd'
  return host.process?.release?.name === 'node' ? 'node' : 'other'
}
