import { ConfigError } from './config-error.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'
import type { HeaderPairs } from './impersonation.ts'
import { builtinModule, hostProcess } from './runtime.ts'

interface Dispatcher {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher
  close(): Promise<void>
  destroy(): Promise<void>
}

type Dispatch = (options: { readonly headers?: unknown }, handler: unknown) => boolean

/** What is used of the package `undici`; its own types would bring Node's into a package that knows no Node. */
interface Undici {
  /** Answers a Response; its types are those of an older platform. */
  fetch(url: string, init: object): Promise<unknown>
  EnvHttpProxyAgent: new (options: object) => Dispatcher
  ProxyAgent: new (options: object) => Dispatcher
}

/**
 * Node's own fetch cannot be given certificates; that of the package undici can, and speaks HTTP/2, so that all
 * watches share one socket.
 */
export function nodeConnection(settings: ConnectionSettings): Connection {
  const undici = loadUndici()
  const agent = createAgent(undici, settings)
  const { repeatedHeaders = [] } = settings
  const dispatcher = repeatedHeaders.length > 0 ? agent.compose(addingHeaders(repeatedHeaders)) : agent
  const quietly = (ending: Promise<void>) => void ending.catch(() => {})
  return {
    fetch: (url, init) => undici.fetch(url, { ...init, dispatcher }) as Promise<Response>,
    retire: () => quietly(agent.close()),
    close: () => quietly(agent.destroy()),
  }
}

function createAgent({ EnvHttpProxyAgent, ProxyAgent }: Undici, settings: ConnectionSettings): Dispatcher {
  const { authority, insecure, serverName, proxyUrl, keyPair, repeatedHeaders = [] } = settings
  const tls = {
    ...(authority === undefined ? {} : { ca: authority }),
    ...(keyPair ? { cert: keyPair.certificate, key: keyPair.key } : {}),
    ...(serverName === undefined ? {} : { servername: serverName }),
    rejectUnauthorized: insecure !== true,
  }
  // A watch may be silent for longer than undici's five minutes; over HTTP/2 undici joins headers of one name.
  const options = { bodyTimeout: 0, allowH2: repeatedHeaders.length === 0 }
  if (proxyUrl !== undefined) return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: tls })
  // HTTPS_PROXY and NO_PROXY as Go reads them: HTTP_PROXY is not for HTTPS, and this machine needs no proxy.
  const noProxy = [environment('NO_PROXY'), 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',')
  return new EnvHttpProxyAgent({ ...options, connect: tls, requestTls: tls, httpProxy: '', noProxy })
}

function environment(name: string): string | undefined {
  const { env = {} } = hostProcess() ?? {}
  return env[name.toLowerCase()] || env[name]
}

/** Between fetch, which knows a header by its name, and the wire, which takes lines. */
const addingHeaders =
  (repeated: HeaderPairs) =>
  (dispatch: Dispatch): Dispatch =>
  (options, handler) =>
    dispatch({ ...options, headers: [...headerLines(options.headers), ...repeated.flat()] }, handler)

/** undici takes headers as [name, value, name, value, …], as pairs, or as an object. */
function headerLines(headers: unknown): readonly unknown[] {
  if (Array.isArray(headers)) return headers
  return Object.entries(headers ?? {}).flat()
}

interface NodeModule {
  createRequire(from: string): (name: string) => unknown
}

/** Required at run time, and not imported: a bundler for pages or workers finds nothing to resolve. */
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
