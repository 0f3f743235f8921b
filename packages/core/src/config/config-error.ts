import { InformerError } from '../api/errors.ts'

/**
 * A configuration that cannot be read or used here. The text names the file and the entry, says what to do, and
 * holds no value of an entry that may be secret; there is no `cause` where its text could quote the file.
 */
export class ConfigError extends InformerError {
  override readonly name = 'ConfigError'
  readonly code = 'ConfigError'
}
