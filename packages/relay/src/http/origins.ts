import { UsageError } from '@kube-informer/core'
import { parseUrl } from '@kube-informer/core/internal'
import { forbidden } from './status.ts'

/** The origins of the pages that may use a relay. */
export class Origins {
  readonly #listed: ReadonlySet<string>
  readonly #byHost: ReadonlyMap<string, string>

  /** @param origins `https://app.example`. Throws a UsageError for anything but an origin */
  constructor(origins: readonly string[]) {
    for (const origin of origins)
      if (parseUrl(origin)?.origin !== origin)
        throw new UsageError(
          `origins: ${JSON.stringify(origin)} is not an origin such as https://app.example`,
        )
    this.#listed = new Set(origins)
    this.#byHost = new Map(origins.map(origin => [new URL(origin).host, origin]))
  }

  /** The listed origin that sent the request. Undefined if it was not sent by a page. Throws a 403 for another page. */
  check(request: Request): string | undefined {
    const origin = request.headers.get('Origin')
    if (origin === null) return this.#sameOrigin(request)
    if (this.#listed.has(origin)) return origin
    throw forbidden(`pages of the origin ${JSON.stringify(origin)} may not use this relay: option origins`)
  }

  /**
   * A browser omits the Origin of a GET to the page's own origin, and says so in a header that no page can set. It sends this header
   * over TLS or to the same machine only, so the scheme of the URL says nothing: a proxy may have ended TLS.
   */
  #sameOrigin({ url, headers }: Request): string | undefined {
    const site = headers.get('Sec-Fetch-Site')
    if (site === null || site === 'none') return undefined
    const { host } = new URL(url)
    const own = this.#byHost.get(host)
    if (site === 'same-origin' && own !== undefined) return own
    throw forbidden(`pages of the host ${JSON.stringify(host)} may not use this relay: option origins`)
  }
}
