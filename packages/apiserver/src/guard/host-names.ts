import { UsageError } from '@kube-informer/core'
import { parseUrl } from '@kube-informer/core/internal'
import { isLoopbackName } from '@kube-informer/core/proxy'

/** The additional host names of a server: `dev.example`, `.dev.example` for its subdomains, or an IP address. */
export type AllowedHosts = readonly string[]

/**
 * Whether a host name of a URL is an IP address. No DNS record leads a browser from such a name to another machine. A
 * URL has a decimal IPv4 address, in whatever form it was written.
 */
export const isAddress = (hostname: string): boolean =>
  hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)

/** The host names that a server may have. Throws a UsageError for what is not a host name. */
export class HostNames {
  readonly #names: ReadonlySet<string>
  readonly #suffixes: readonly string[]

  constructor(allowed: AllowedHosts) {
    const names = allowed.map(toHostname)
    this.#names = new Set(names)
    this.#suffixes = names.filter(name => name.startsWith('.'))
  }

  /** Whether a host name of a URL is a loopback name or allowed. */
  includes(hostname: string): boolean {
    return (
      isLoopbackName(hostname) ||
      this.#names.has(hostname) ||
      this.#suffixes.some(suffix => hostname.endsWith(suffix))
    )
  }
}

/** A name as a URL has it; `::1` becomes `[::1]`. */
function toHostname(name: string): string {
  const isSuffix = name.startsWith('.')
  const host = isSuffix ? name.slice(1) : name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  const url = parseUrl(`http://${host}`)
  if (!url || url.href !== `http://${url.hostname}/` || /[*/]/.test(host))
    throw new UsageError(`${JSON.stringify(name)} is not a host name: give it without a scheme and a port`)
  return isSuffix ? `.${url.hostname}` : url.hostname
}
