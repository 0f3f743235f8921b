import type { SecureContextOptions } from 'node:tls'
import { type Clock, systemClock, UsageError } from '@kube-informer/core'
import { abortable, errorMessage, onAbort, withResolvers } from '@kube-informer/core/internal'
import { HttpServer, hostInUrl } from '@kube-informer/core/node'
import type { Logger } from '../../api/logger.ts'
import { silentLogger } from '../../api/silent-logger.ts'
import { wholeResponses } from '../whole-responses.ts'
import { CertificateFiles } from './certificate-files.ts'
import { credentialSources } from './credential-sources.ts'
import type { CredentialSources } from './credentials.ts'
import { reachServer } from './reach-server.ts'
import type { WebhookServer } from './webhook-server.ts'
import type { WebhookServerOptions } from './webhook-server-options.ts'

/** The port of controller-runtime's server. */
const DEFAULT_PORT = 9443

/** How long a check waits for a connection. */
const CHECK_TIMEOUT_MS = 10_000

/** What an apiserver may send ahead: the window of Go's server, and room for many large reviews. */
const BUFFERS = { windowBytes: 1_048_576, sessionMemory: 100 }

/** Serves webhooks over TLS. */
export class TlsWebhookServer implements WebhookServer {
  readonly group = 'webhooks'
  readonly needsLeaderElection = false
  readonly #options: WebhookServerOptions
  readonly #sources: CredentialSources
  readonly #tls: SecureContextOptions
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #listening = withResolvers<void>()
  #wasStarted = false
  #address: { readonly host: string; readonly port: number } | undefined

  constructor(options: WebhookServerOptions) {
    this.#options = options
    this.#sources = credentialSources(options)
    this.#tls = { minVersion: 'TLSv1.2', ...options.tls }
    this.#clock = options.clock ?? systemClock
    this.#logger = options.logger ?? silentLogger
  }

  get url(): string | undefined {
    if (!this.#address) return undefined
    const { host, port } = this.#address
    return `https://${hostInUrl(host)}:${port}`
  }

  waitForSync(signal: AbortSignal): Promise<void> {
    return abortable(this.#listening.promise, signal)
  }

  readonly check = async (): Promise<void> => {
    if (!this.#address) throw new Error('webhook server has not been started yet')
    const { host, port } = this.#address
    try {
      await reachServer(host, port, CHECK_TIMEOUT_MS, this.#clock)
    } catch (cause) {
      throw new Error(`webhook server is not reachable: ${errorMessage(cause)}`, { cause })
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#wasStarted) throw new UsageError('webhook server already started')
    this.#wasStarted = true
    const files = this.#certificateFiles()
    const http = this.#serverWith({ ...this.#tls, ...(await files.load()) })
    await this.#listen(http)
    this.#logger.info('serving webhook server', { url: this.url })
    files.watch(signal, credentials => http.setSecureContext({ ...this.#tls, ...credentials }))
    await new Promise<void>(resolve => void onAbort(signal, () => resolve()))
    await this.#close(http)
  }

  #certificateFiles(): CertificateFiles {
    return new CertificateFiles({
      sources: this.#sources,
      clock: this.#clock,
      logger: this.#logger,
      intervalMs: this.#options.certPollMs ?? 10_000,
      tls: this.#tls,
    })
  }

  #serverWith(tls: SecureContextOptions): HttpServer {
    const {
      handler,
      http2 = true,
      headerTimeoutMs = 32_000,
      bodyTimeoutMs = 30_000,
      idleTimeoutMs = 90_000,
    } = this.#options
    const report = (error: unknown, path: string) =>
      this.#logger.error('the handler of the webhook server failed', error, { path })
    const http = new HttpServer({
      handler: wholeResponses(handler, report),
      tls,
      requiresClientCertificate: this.#sources.ca !== undefined,
      http2,
      buffers: BUFFERS,
      headerTimeoutMs,
      bodyTimeoutMs,
      idleTimeoutMs,
      sessionIdleTimeoutMs: idleTimeoutMs,
      onError: (error, { url = '' }) => report(error, url.split('?')[0] ?? ''),
      clock: this.#clock,
    })
    http.server.on('tlsClientError', (error: Error) => {
      this.#logger.debug('TLS handshake error', { error: error.message })
    })
    return http
  }

  async #listen(http: HttpServer): Promise<void> {
    const { host, port = DEFAULT_PORT } = this.#options
    const bound = await http.listen({ host, port })
    http.server.on('error', error => this.#logger.error('webhook server', error))
    this.#address = { host: reachableHost(host), port: bound }
    this.#listening.resolve()
  }

  async #close(http: HttpServer): Promise<void> {
    const { shutdownTimeoutMs = 60_000 } = this.#options
    this.#logger.info('shutting down webhook server', { timeoutMs: shutdownTimeoutMs })
    if (!(await http.close(shutdownTimeoutMs)))
      this.#logger.info('webhook server broke off requests that took too long')
  }
}

/** An address of this machine for a server that listens on all of them. */
function reachableHost(host = '0.0.0.0'): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
