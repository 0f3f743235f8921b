import { abortAfterSending, type RequestHandler } from './abort-after-sending.ts'
import { ConfigError } from './config-error.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'
import type { HeaderPairs } from './impersonation.ts'
import { builtinModule } from './runtime.ts'

interface Dispatcher {
  dispatch: Dispatch
  compose(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher
  close(): Promise<void>
  destroy(): Promise<void>
}

interface DispatchOptions {
  readonly headers?: unknown
  readonly body?: unknown
}

type Dispatch = (options: DispatchOptions, handler: RequestHandler) => boolean

/** The used part of the package `undici`; its own types depend on those of Node. */
interface Undici {
  /** Returns a Response. The declared types are those of an older platform. */
  fetch(url: string, init: object): Promise<unknown>
  Agent: new (options: object) => Dispatcher
  ProxyAgent: new (options: object) => Dispatcher
}

/**
 * Node's own fetch does not accept certificates. That of the package undici does, and supports HTTP/2, so that all watches
 * share one socket.
 */
export function nodeConnection(settings: ConnectionSettings): Connection {
  const undici = loadUndici()
  const agent = createAgent(undici, settings)
  const { repeatedHeaders = [] } = settings
  const dispatcher = agent.compose(
    repeatedHeaders.length > 0 ? addingHeaders(repeatedHeaders) : abortingAfterSending(),
  )
  const quietly = (ending: Promise<void>) => void ending.catch(() => {})
  return {
    fetch: (url, init) =>
      undici.fetch(url, { ...init, dispatcher: sendingBytes(dispatcher, init?.body) }) as Promise<Response>,
    retire: () => quietly(agent.close()),
    close: () => quietly(agent.destroy()),
  }
}

function createAgent({ Agent, ProxyAgent }: Undici, settings: ConnectionSettings): Dispatcher {
  const { authority, insecure, serverName, proxyUrl, keyPair, repeatedHeaders = [] } = settings
  const tls = {
    ...(authority === undefined ? {} : { ca: authority }),
    ...(keyPair ? { cert: keyPair.certificate, key: keyPair.key } : {}),
    ...(serverName === undefined ? {} : { servername: serverName }),
    rejectUnauthorized: insecure !== true,
  }
  // A watch may be idle for longer than undici's five minutes. Over HTTP/2 undici joins headers of one name.
  const options = { bodyTimeout: 0, allowH2: repeatedHeaders.length === 0 }
  if (proxyUrl !== undefined) return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: tls })
  return new Agent({ ...options, connect: tls })
}

function abortingAfterSending(): (dispatch: Dispatch) => Dispatch {
  const timers = builtinModule<{ setImmediate(callback: () => void): void }>('node:timers')
  const defer = (callback: () => void): void => timers?.setImmediate(callback)
  return dispatch => (options, handler) => dispatch(options, abortAfterSending(handler, defer))
}

/**
 * Sends a body as bytes, where fetch would send a stream. A server that ends an HTTP/2 connection (GOAWAY) or refuses a stream
 * has not processed the request, and undici sends it once more, on another connection, if it can read its body again.
 */
function sendingBytes(dispatcher: Dispatcher, body: unknown): Pick<Dispatcher, 'dispatch'> {
  const bytes = bytesOf(body)
  if (!bytes) return dispatcher
  return {
    // A redirect may have removed the body.
    dispatch: (options, handler) =>
      dispatcher.dispatch(options.body ? { ...options, body: bytes } : options, handler),
  }
}

/** A copy, as fetch makes one; undefined for a body that can be read only once. */
function bytesOf(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0))
  return body instanceof Uint8Array ? body.slice() : undefined
}

/** Adds header lines below fetch, which would join headers of one name. */
const addingHeaders =
  (repeated: HeaderPairs) =>
  (dispatch: Dispatch): Dispatch =>
  (options, handler) =>
    dispatch({ ...options, headers: [...headerLines(options.headers), ...repeated.flat()] }, handler)

/** undici accepts headers as [name, value, name, value, …], as pairs, or as an object. */
function headerLines(headers: unknown): readonly unknown[] {
  if (Array.isArray(headers)) return headers
  return Object.entries(headers ?? {}).flat()
}

interface NodeModule {
  createRequire(from: string): (name: string) => unknown
}

/** Required at run time rather than imported, so that a bundler for browsers has nothing to resolve. */
function loadUndici(): Undici {
  const modules = builtinModule<NodeModule>('node:module')
  if (!modules) throw new ConfigError('certificates and proxies need Node 20.16, 22.3 or newer')
  try {
    return modules.createRequire(import.meta.url)('undici') as Undici
  } catch (cause) {
    throw new ConfigError(
      'certificates and proxies need the package undici in Node, whose own fetch takes none: npm install undici',
      { cause },
    )
  }
}
