import { ConfigError } from './config-error.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'

interface HttpClient {
  close(): void
}

interface Deno {
  createHttpClient(options: {
    readonly caCerts?: readonly string[]
    readonly cert?: string
    readonly key?: string
    readonly proxy?: { readonly url: string }
  }): HttpClient
}

/** Deno's fetch accepts a client, which supports certificates and HTTP/2 and still trusts public authorities. */
export function denoConnection(settings: ConnectionSettings): Connection {
  const { authority, insecure, serverName, proxyUrl, keyPair, repeatedHeaders = [] } = settings
  if (insecure) {
    throw new ConfigError(
      'insecure-skip-tls-verify: Deno asks for deno run --unsafely-ignore-certificate-errors=<host> instead; better, configure the certificate-authority',
    )
  }
  if (serverName !== undefined) {
    throw new ConfigError(
      `tls-server-name: Deno can only check the name it connects to; make ${serverName} resolve to the server and put it into server`,
    )
  }
  const { Deno } = globalThis as unknown as { readonly Deno: Deno }
  const client = Deno.createHttpClient({
    ...(authority === undefined ? {} : { caCerts: [authority] }),
    ...(keyPair ? { cert: keyPair.certificate, key: keyPair.key } : {}),
    ...(proxyUrl === undefined ? {} : { proxy: { url: proxyUrl } }),
  })
  return {
    fetch: (url, init) => {
      // Pairs keep headers of one name separate.
      const headers = [...new Headers(init?.headers), ...repeatedHeaders] as [string, string][]
      return fetch(url, { ...init, headers, client } as RequestInit)
    },
    // Responses in flight keep their sockets after the client is closed.
    retire: () => client.close(),
    close: () => client.close(),
  }
}
