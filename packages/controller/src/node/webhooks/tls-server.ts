import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import { createServer, type Server } from 'node:https'
import type { SecureContextOptions } from 'node:tls'

/** Options of {@link createTlsServer}. */
export interface TlsServerOptions {
  readonly tls: SecureContextOptions
  /** Whether clients need a certificate of `tls.ca`. */
  readonly requiresClientCertificate: boolean
  readonly http2: boolean
  readonly headerTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly idleTimeoutMs: number
}

/** The number of Go's server. Node's own limit is above four billion. */
const MAX_CONCURRENT_STREAMS = 250

/** What a client may send ahead, of one request and of all: the numbers of Go's server. Node's 64 kB slow a large review down. */
const WINDOW_BYTES = 1_048_576

/** In MB. Node refuses requests of a session beyond it; its 10 MB are two large reviews. */
const MAX_SESSION_MEMORY = 100

/** A server of HTTP/2 and HTTP/1.1, whose connections end when they are idle or slow. */
export function createTlsServer(options: TlsServerOptions): Server | Http2SecureServer {
  const { tls, requiresClientCertificate, headerTimeoutMs, bodyTimeoutMs, idleTimeoutMs } = options
  const common = {
    ...tls,
    requestCert: requiresClientCertificate,
    rejectUnauthorized: requiresClientCertificate,
    handshakeTimeout: headerTimeoutMs,
  }
  const server = options.http2 ? http2Server(common, idleTimeoutMs) : createServer(common)
  // The options of an HTTP/2 server have these for some versions of Node only; each reads them from the server.
  Object.assign(server, {
    headersTimeout: headerTimeoutMs,
    requestTimeout: headerTimeoutMs + bodyTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(headerTimeoutMs, 1000),
  })
  return server
}

function http2Server(common: Parameters<typeof createServer>[0], idleTimeoutMs: number): Http2SecureServer {
  const server = createSecureServer({
    ...common,
    allowHTTP1: true,
    maxSessionMemory: MAX_SESSION_MEMORY,
    settings: { maxConcurrentStreams: MAX_CONCURRENT_STREAMS, initialWindowSize: WINDOW_BYTES },
  })
  server.on('session', (session: ServerHttp2Session) => {
    session.setLocalWindowSize(WINDOW_BYTES)
    // Requests that are being answered go on.
    session.setTimeout(idleTimeoutMs, () => session.close())
  })
  return server
}
