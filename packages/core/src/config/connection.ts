import type { Fetch } from '../api/clock.ts'
import { bunConnection } from './bun-connection.ts'
import { ConfigError } from './config-error.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'
import { denoConnection } from './deno-connection.ts'
import { nodeConnection } from './node-connection.ts'
import { detectRuntime, type Runtime } from './runtime.ts'

const OPENERS: Readonly<Partial<Record<Runtime, (settings: ConnectionSettings) => Connection>>> = {
  node: nodeConnection,
  deno: denoConnection,
  bun: bunConnection,
}

/**
 * Opens a connection with the APIs of the runtime.
 *
 * @throws ConfigError if the runtime does not support the settings
 */
export async function openConnection(settings: ConnectionSettings): Promise<Connection> {
  const wants = wishesOf(settings)
  if (wants.length === 0) return givenConnection((url, init) => fetch(url, init))
  const runtime = detectRuntime()
  const open = OPENERS[runtime]
  if (open) return open(settings)
  throw new ConfigError(
    `${wants.join(', ')}: fetch does not support this here. ${runtime === 'workerd' ? WORKERD_ADVICE : ADVICE}`,
  )
}

/** A connection that the caller manages. */
export const givenConnection = (fetch: Fetch): Connection => ({ fetch, retire() {}, close() {} })

const ADVICE =
  'Go through a proxy of your own origin, or through kubectl proxy (kubectlProxyConfig): they hold the credentials themselves.'
const WORKERD_ADVICE =
  'Pass the fetch of an mTLS certificate binding, or of a VPC service, as the option fetch.'

function wishesOf({
  authority,
  insecure,
  serverName,
  proxyUrl,
  keyPair,
  repeatedHeaders,
}: ConnectionSettings): string[] {
  const wishes = {
    'a certificate authority of its own': authority !== undefined,
    'insecure-skip-tls-verify': insecure === true,
    'tls-server-name': serverName !== undefined,
    'proxy-url': proxyUrl !== undefined,
    'a client certificate': keyPair !== undefined,
    'several headers of one name (as-groups, as-user-extra)': (repeatedHeaders ?? []).length > 0,
  }
  return Object.entries(wishes).flatMap(([wish, wanted]) => (wanted ? [wish] : []))
}
