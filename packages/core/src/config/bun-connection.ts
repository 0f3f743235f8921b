import { ConfigError } from './config-error.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'

/** Bun's fetch accepts certificates with each request; Bun manages the sockets. */
export function bunConnection(settings: ConnectionSettings): Connection {
  const { authority, insecure, serverName, proxyUrl, keyPair, repeatedHeaders = [] } = settings
  if (repeatedHeaders.length > 0) {
    throw new ConfigError(
      'as-groups, as-user-extra: Bun joins headers of one name, which the apiserver does not take apart; name one group only',
    )
  }
  const tls = {
    ...(authority === undefined ? {} : { ca: authority }),
    ...(keyPair ? { cert: keyPair.certificate, key: keyPair.key } : {}),
    ...(serverName === undefined ? {} : { serverName }),
    rejectUnauthorized: insecure !== true,
  }
  const own: object = { tls, ...(proxyUrl === undefined ? {} : { proxy: proxyUrl }) }
  return {
    fetch: (url, init) => fetch(url, { ...init, ...own }),
    retire: () => {},
    close: () => {},
  }
}
