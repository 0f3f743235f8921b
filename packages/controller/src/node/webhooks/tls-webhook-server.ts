import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { type Clock, systemClock, UsageError } from '@kube-informer/core'
import { abortable, errorMessage, onAbort, withResolvers } from '@kube-informer/core/internal'
import type { Logger } from '../../api/logger.ts'
import { silentLogger } from '../../api/silent-logger.ts'
import { answer } from '../exchange.ts'
import { CertificateFiles } from './certificate-files.ts'
import { Connections } from './connections.ts'
import { credentialSources } from './credential-sources.ts'
import type { CredentialSources } from './credentials.ts'
import { reachServer } from './reach-server.ts'
import { discardRest, requestBody } from './request-body.ts'
import { createTlsServer } from './tls-server.ts'
import type { WebhookServer } from './webhook-server.ts'
import type { WebhookServerOptions } from './webhook-server-options.ts'

/** The port of controller-runtime's server. */
const DEFAULT_PORT = 9443

/** How long a check waits for a connection. */
const CHECK_TIMEOUT_MS = 10_000

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
    return `https://${host.includes(':') ? `[${host}]` : host}:${port}`
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
    const server = this.#serverWith({ ...this.#tls, ...(await files.load()) })
    const connections = new Connections(server)
    this.#serve(server, connections)
    await this.#listen(server)
    this.#logger.info('serving webhook server', { url: this.url })
    files.watch(signal, credentials => server.setSecureContext({ ...this.#tls, ...credentials }))
    await new Promise<void>(resolve => void onAbort(signal, () => resolve()))
    await this.#close(connections)
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

  #serverWith(tls: SecureContextOptions): Server | Http2SecureServer {
    return createTlsServer({
      tls,
      requiresClientCertificate: this.#sources.ca !== undefined,
      http2: this.#options.http2 ?? true,
      headerTimeoutMs: this.#options.headerTimeoutMs ?? 32_000,
      bodyTimeoutMs: this.#bodyTimeoutMs,
      idleTimeoutMs: this.#options.idleTimeoutMs ?? 90_000,
    })
  }

  #serve(server: Server | Http2SecureServer, connections: Connections): void {
    const body = { clock: this.#clock, timeoutMs: this.#bodyTimeoutMs }
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      void answer(this.#options.handler, incoming, outgoing, {
        isClosing: () => connections.isClosing,
        bodyOf: (request, abort) => requestBody(request, { ...body, abort }),
        onSent: () => discardRest(incoming, this.#clock),
        onError: error => this.#reportFailure(error, incoming),
      })
    })
    server.on('tlsClientError', (error: Error) => {
      this.#logger.debug('TLS handshake error', { error: error.message })
    })
  }

  #reportFailure(error: unknown, { url = '' }: IncomingMessage): void {
    const [path] = url.split('?')
    this.#logger.error('the handler of the webhook server failed', error, { path })
  }

  get #bodyTimeoutMs(): number {
    return this.#options.bodyTimeoutMs ?? 30_000
  }

  async #listen(server: Server | Http2SecureServer): Promise<void> {
    const { host, port = DEFAULT_PORT } = this.#options
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    server.on('error', error => this.#logger.error('webhook server', error))
    this.#address = { host: reachableHost(host), port: (server.address() as AddressInfo).port }
    this.#listening.resolve()
  }

  async #close(connections: Connections): Promise<void> {
    const { shutdownTimeoutMs = 60_000 } = this.#options
    this.#logger.info('shutting down webhook server', { timeoutMs: shutdownTimeoutMs })
    if (!(await connections.close(shutdownTimeoutMs, this.#clock)))
      this.#logger.info('webhook server broke off requests that took too long')
  }
}

/** An address of this machine for a server that listens on all of them. */
function reachableHost(host = '0.0.0.0'): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
