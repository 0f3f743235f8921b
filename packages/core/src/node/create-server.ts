import { createServer as createPlainServer, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { SecureContextOptions } from 'node:tls'
import type { ServerLimits } from './limits.ts'

/** What a client of HTTP/2 may send ahead, for servers that receive large bodies. */
export interface Http2Buffers {
  /** Of one request and of all, in bytes. Node's 64 kB slow large bodies down. */
  readonly windowBytes: number
  /** In MB. Node refuses the requests of a session beyond it. */
  readonly sessionMemory: number
}

/** The certificate of the server, and whether clients need one. */
export interface CreateServerOptions extends ServerLimits {
  /** The key, the certificate and other settings of TLS. @default plain text */
  readonly tls?: SecureContextOptions | undefined
  /** Whether clients need a certificate of `tls.ca`. @default false */
  readonly requiresClientCertificate?: boolean | undefined
  /** Whether a server with TLS offers HTTP/2. @default true */
  readonly http2?: boolean | undefined
  /** @default those of Node */
  readonly buffers?: Http2Buffers | undefined
}

/** The number of Go's server. Node's own limit is above four billion. */
const MAX_CONCURRENT_STREAMS = 250

/** Connections whose client has vanished are found by TCP. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 30_000 }

/** A server of HTTP/1.1, and over TLS of HTTP/2 as well, whose connections end when they are idle or slow. */
export function createServer(options: CreateServerOptions): Server | Http2SecureServer {
  const { headerTimeoutMs, bodyTimeoutMs, idleTimeoutMs } = options
  // The options of an HTTP/2 server have these for some versions of Node only; each reads them from the server.
  return Object.assign(serverOf(options), {
    headersTimeout: headerTimeoutMs,
    requestTimeout: headerTimeoutMs + bodyTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(headerTimeoutMs, 1000),
  })
}

function serverOf(options: CreateServerOptions): Server | Http2SecureServer {
  const { tls, requiresClientCertificate = false, http2 = true, headerTimeoutMs, buffers } = options
  if (!tls) return createPlainServer(KEEP_ALIVE)
  const secure = {
    ...KEEP_ALIVE,
    ...tls,
    requestCert: requiresClientCertificate,
    rejectUnauthorized: requiresClientCertificate,
    handshakeTimeout: headerTimeoutMs,
  }
  return http2 ? http2Server(secure, buffers) : createHttpsServer(secure)
}

function http2Server(
  secure: Parameters<typeof createHttpsServer>[0],
  buffers: Http2Buffers | undefined,
): Http2SecureServer {
  const server = createSecureServer({
    ...secure,
    allowHTTP1: true,
    settings: {
      maxConcurrentStreams: MAX_CONCURRENT_STREAMS,
      ...(buffers && { initialWindowSize: buffers.windowBytes }),
    },
    ...(buffers && { maxSessionMemory: buffers.sessionMemory }),
  })
  if (buffers) server.on('session', session => session.setLocalWindowSize(buffers.windowBytes))
  return server
}
