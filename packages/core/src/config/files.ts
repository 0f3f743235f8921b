import { ConfigError } from './config-error.ts'
import { type ConfigHost, isMissing } from './config-host.ts'

/** Reads a file; what is thrown says for what it was needed. */
export async function readText(path: string, host: ConfigHost, what: string): Promise<string> {
  const text = await readTextIfThere(path, host, what)
  if (text === undefined) throw new ConfigError(`${what}: ${path} does not exist`)
  return text
}

/** Reads a file, or answers undefined where there is none. */
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
