import { ConfigError } from './config-error.ts'
import { type ConfigHost, isMissing } from './config-host.ts'
import type { Fields } from './fields.ts'

/**
 * The path that a member of a kubeconfig names, resolved against the folder of the kubeconfig.
 *
 * @param instead the member that can hold the content of the file, for the error
 * @throws ConfigError if a kubeconfig may not name files
 */
export function pathOf(fields: Fields, name: string, host: ConfigHost, instead: string): string | undefined {
  const path = fields.path(name)
  if (path === undefined || host.allowFiles) return path
  throw fields.error(
    `${name} names a file, which is not allowed here: put its content into ${instead}, or set allowFiles if you trust this kubeconfig`,
  )
}

/** Reads a file. Errors contain its purpose. */
export async function readText(path: string, host: ConfigHost, what: string): Promise<string> {
  const text = await readTextIfThere(path, host, what)
  if (text === undefined) throw new ConfigError(`${what}: ${path} does not exist`)
  return text
}

/** Reads a file; resolves with undefined if it is missing. */
export async function readTextIfThere(
  path: string,
  host: ConfigHost,
  what: string,
): Promise<string | undefined> {
  try {
    return await host.readFile(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`${what}: ${path} cannot be read`, { cause })
  }
}
