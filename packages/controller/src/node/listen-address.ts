import { UsageError } from '@kube-informer/core'

/** Where a server listens. */
export interface ListenAddress {
  /** Undefined for all addresses of the machine. */
  readonly host: string | undefined
  readonly port: number
}

const ADDRESS = /^(?:\[(?<bracketed>[^[\]]+)\]|(?<plain>[^:[\]]*)):(?<port>\d{1,5})$/

/**
 * Parses `:8081`, `127.0.0.1:8081` or `[::1]:8081`; undefined for `0`, which means no server. Throws a UsageError for anything
 * else.
 */
export function parseListenAddress(address: string): ListenAddress | undefined {
  if (address === '0') return undefined
  const { bracketed, plain, port = '' } = ADDRESS.exec(address)?.groups ?? {}
  if (port === '' || Number(port) > 65_535)
    throw new UsageError(
      `invalid address to listen on: ${JSON.stringify(address)}; write ":8081", or "0" for no server`,
    )
  return { host: bracketed ?? (plain || undefined), port: Number(port) }
}
