import { InformerError } from '../api/errors.ts'

/**
 * A configuration that cannot be read or used here. The message contains the file, the entry and what to do, but no value
 * that may be secret. There is no `cause` if its message could quote the file.
 */
export class ConfigError extends InformerError {
  override readonly name = 'ConfigError'
  readonly code = 'ConfigError'
}
