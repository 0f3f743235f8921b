import { parseUrl } from '../api/parse-url.ts'
import { ConfigError } from './config-error.ts'
import { contains, type IpRange, parseCidr, parseIp } from './ip-range.ts'

type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr).filter(range => range !== undefined)
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * The proxy that the environment names for a server, by the rules of Go (golang.org/x/net/http/httpproxy): `HTTPS_PROXY` or
 * `HTTP_PROXY`, by the scheme of the server, unless `NO_PROXY` names the server. Names in lower case are read, too.
 * Loopback addresses never use a proxy.
 *
 * @throws ConfigError if the variable is not the URL of a proxy
 */
export function environmentProxy(server: string, env: Environment): string | undefined {
  const url = new URL(server)
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = variable(env, name)
  if (!proxy || bypassesProxy(url, variable(env, 'NO_PROXY') ?? '')) return undefined
  // Without a scheme, as in `proxy.example:3128`, it is an HTTP proxy.
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
  // Not quoted, since it may contain a password.
  if (!/^(https?|socks5):\/\//i.test(withScheme) || !parseUrl(withScheme))
    throw new ConfigError(
      `${name} must be host:port, or a URL that starts with http://, https:// or socks5://`,
    )
  return withScheme
}

const variable = (env: Environment, name: string): string | undefined => env[name] || env[name.toLowerCase()]

/** Whether requests to a server use no proxy. */
function bypassesProxy({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const ip = parseIp(host)
  if (host === 'localhost' || (ip && LOOPBACK.some(range => contains(range, ip)))) return true
  const target = { host, ip, port: port || (DEFAULT_PORTS[protocol] ?? '') }
  return noProxy.split(',').some(entry => matches(entry.trim().toLowerCase(), target))
}

interface Target {
  readonly host: string
  readonly ip: IpRange | undefined
  readonly port: string
}

/** Whether an entry of `NO_PROXY` names the target: `*`, a network, an address or a domain, the last two with or without a port. */
function matches(entry: string, target: Target): boolean {
  if (entry === '*') return true
  const network = parseCidr(entry)
  if (network) return target.ip !== undefined && contains(network, target.ip)
  const { host, port } = splitPort(entry)
  if (host === '' || (port !== '' && port !== target.port)) return false
  const ip = parseIp(host)
  if (ip) return target.ip !== undefined && contains(ip, target.ip)
  return matchesDomain(host.replace(/^\*\./, '.'), target.host)
}

/** `corp.example` is the domain and what is below it; `.corp.example` is only what is below it. */
const matchesDomain = (domain: string, host: string): boolean =>
  domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`)

/** An address of IPv6 has brackets if a port follows. */
function splitPort(entry: string): { readonly host: string; readonly port: string } {
  const [, bracketed, name, port = ''] = /^(?:\[(.*)\]|([^:]*))(?::(\d*))?$/.exec(entry) ?? []
  return { host: bracketed ?? name ?? entry, port }
}
