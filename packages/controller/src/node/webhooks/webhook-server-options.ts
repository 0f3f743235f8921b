import type { SecureContextOptions } from 'node:tls'
import type { Clock } from '@kube-informer/core'
import type { RequestHandler } from '@kube-informer/core/node'
import type { Logger } from '../../api/logger.ts'

/** Where a webhook server has its certificate from: two files, or PEM. */
export interface ServingCertificateOptions {
  /**
   * The folder of `tls.crt` and `tls.key`: where a Secret of type `kubernetes.io/tls` is mounted.
   *
   * @default `k8s-webhook-server/serving-certs` in the folder for temporary files, as in controller-runtime
   */
  readonly certDir?: string | undefined
  /** The file of the certificate and of those that signed it, in PEM. Needs `keyFile`. @default `tls.crt` in `certDir` */
  readonly certFile?: string | undefined
  /** The file of its key, in PEM. @default `tls.key` in `certDir` */
  readonly keyFile?: string | undefined
  /** The certificate itself, in PEM, instead of a file. Needs `key`. It is never replaced. */
  readonly cert?: string | undefined
  /** Its key, in PEM. */
  readonly key?: string | undefined
  /**
   * A file with the authorities of the clients, in PEM: connections without a certificate of one of them are refused. The
   * apiserver presents one if its `--admission-control-config-file` says so.
   *
   * @default no client needs a certificate
   */
  readonly clientCaFile?: string | undefined
  /** How often the files are read, in milliseconds. Changes that the host reports are read sooner. @default 10_000 */
  readonly certPollMs?: number | undefined
  /** Further settings of TLS, e.g. `ciphers`. @default { minVersion: 'TLSv1.2' } */
  readonly tls?: Omit<SecureContextOptions, 'cert' | 'key' | 'ca' | 'pfx'> | undefined
}

/** Options of `createWebhookServer`. */
export interface WebhookServerOptions extends ServingCertificateOptions {
  /** Answers each request: `webhookHandler(webhooks)`. */
  readonly handler: RequestHandler
  /** 0 for any free port. @default 9443 */
  readonly port?: number | undefined
  /** The name or address to listen on. @default all addresses of the machine */
  readonly host?: string | undefined
  /** Whether to offer HTTP/2, over which an apiserver sends all its requests through one connection. @default true */
  readonly http2?: boolean | undefined
  /** How long the handshake, and the headers of a request over HTTP/1.1, may take, in milliseconds. @default 32_000 */
  readonly headerTimeoutMs?: number | undefined
  /** How long the body of a request may take, in milliseconds. An apiserver waits 30 s at most. @default 30_000 */
  readonly bodyTimeoutMs?: number | undefined
  /** After which time without a request a connection is closed, in milliseconds. @default 90_000 */
  readonly idleTimeoutMs?: number | undefined
  /**
   * How long a stop waits for requests, in milliseconds. A manager stops waiting after its `gracefulShutdownTimeoutMs`.
   *
   * @default 60_000
   */
  readonly shutdownTimeoutMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Receives errors of the handler, replaced certificates, and why some could not be used. @default no messages */
  readonly logger?: Logger | undefined
}
