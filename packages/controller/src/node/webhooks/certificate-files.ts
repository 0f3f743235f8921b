import { promises } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import type { Clock } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { Logger } from '../../api/logger.ts'
import { coalesce } from './coalesce.ts'
import {
  type CredentialSources,
  type Credentials,
  certificatesOf,
  type ReadFile,
  readCredentials,
} from './credentials.ts'
import { watchFiles } from './watch-files.ts'

export interface CertificateFilesOptions {
  readonly sources: CredentialSources
  readonly clock: Clock
  readonly logger: Logger
  /** How often the files are read. */
  readonly intervalMs: number
  /** Used with the credentials. */
  readonly tls?: SecureContextOptions | undefined
  /** @default reads the file system */
  readonly readFile?: ReadFile | undefined
}

/** The credentials of a server, read again when their files change (controller-runtime `certwatcher.CertWatcher`). */
export class CertificateFiles {
  readonly #options: CertificateFilesOptions
  readonly #read: ReadFile
  readonly #files: readonly string[]
  #current: Credentials | undefined
  /** The problem that was logged last, so that each is logged once. */
  #problem = ''

  constructor(options: CertificateFilesOptions) {
    const { cert, key, ca } = options.sources
    this.#options = options
    this.#read = options.readFile ?? (path => promises.readFile(path, 'utf8'))
    this.#files = [cert, key, ca].flatMap(source => (source && 'file' in source ? [source.file] : []))
  }

  /** Reads the files for the first time. Rejects with a CertificateError if they cannot be used. */
  async load(): Promise<Credentials> {
    this.#current = await this.#readAll()
    return this.#current
  }

  #readAll(): Promise<Credentials> {
    const { sources, tls } = this.#options
    return readCredentials(sources, this.#read, tls)
  }

  /**
   * Calls back with each change of the credentials, until the signal aborts. Files that cannot be used, such as those of an
   * unfinished change, are logged, and the credentials stay.
   */
  watch(signal: AbortSignal, onChange: (credentials: Credentials) => void): void {
    if (this.#files.length === 0 || signal.aborted) return
    const reload = coalesce(() => this.#reload(signal, onChange))
    watchFiles(this.#files, { ...this.#options, signal }, () => void reload())
  }

  async #reload(signal: AbortSignal, onChange: (credentials: Credentials) => void): Promise<void> {
    const { logger } = this.#options
    try {
      const read = await this.#readAll()
      if (!signal.aborted && !isSame(read, this.#current)) this.#replace(read, onChange)
      this.#problem = ''
    } catch (error) {
      const problem = errorMessage(error)
      if (problem !== this.#problem)
        logger.error('the certificate of the webhook server could not be replaced', error)
      this.#problem = problem
    }
  }

  /** Credentials that could not be used are tried again. */
  #replace(read: Credentials, onChange: (credentials: Credentials) => void): void {
    onChange(read)
    this.#current = read
    this.#options.logger.info('the certificate of the webhook server was replaced', certificateFields(read))
  }
}

const isSame = (one: Credentials, other: Credentials | undefined): boolean =>
  one.cert === other?.cert && one.key === other.key && one.ca === other.ca

/** What a log may show of the certificate. */
function certificateFields({ cert }: Credentials): Readonly<Record<string, string | undefined>> {
  const [leaf] = certificatesOf(cert)
  return { subject: leaf?.subject, serialNumber: leaf?.serialNumber, validTo: leaf?.validTo }
}
