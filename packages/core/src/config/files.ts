import { ConfigError } from './config-error.ts'
import { type ConfigHost, isMissing } from './config-host.ts'

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
