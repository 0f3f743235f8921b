import { isLoopbackName } from '../api/loopback-name.ts'
import { parseUrl } from '../api/parse-url.ts'

/** A request as a server received it. */
export interface ProxiedRequest {
  /** The path and the query below the proxy, as they were received: `/api/v1/pods?limit=1`. */
  readonly path: string
  /** A header of the request by its lower-case name. */
  header(name: string): string | null | undefined
}

/** What a proxy forwards besides. */
export interface ProxyPolicy {
  /** Host names besides those that lead to the machine itself, without a port: `console.example.com`. @default none */
  readonly hosts?: readonly string[] | undefined
  /**
   * Whether `proxy` of Pods, Services and Nodes is forwarded. What a Pod serves there runs in the proxy's origin if a browser
   * opens it, and acts with the credentials of the proxy. @default false
   */
  readonly proxySubresources?: boolean | undefined
  /**
   * Whether WebSockets other than watches are forwarded: exec, attach and portforward of Pods, and what aggregated servers have.
   * A page then runs commands in containers. @default false
   */
  readonly exec?: boolean | undefined
}

/** Why a proxy does not forward a request. */
export interface ProxyRejection {
  readonly code: 400 | 403
  readonly message: string
}

/** How often a path may be encoded over and over. */
const MAX_ENCODINGS = 4

/**
 * Why a proxy that adds credentials must not forward a request; undefined if it may. Browsers send requests for pages of any
 * site, so that the headers decide:
 *
 * - `Host` must be a name of this machine, or one of `hosts` (DNS rebinding).
 * - `Origin` must be absent or that of the proxy, and `Sec-Fetch-Site` absent or `same-origin`.
 * - `Sec-Fetch-Dest` must be absent or `empty`: no answer is a page, a script, a style or a worker.
 * - A browser (`User-Agent: Mozilla/…`) must send `Sec-Fetch-Site`: one that does not is older than 2023, or asks over http from
 *   another machine. Programs such as curl and kubectl do not send it.
 * - The path must have no `.` and `..`, in no encoding, and no `proxy` subresource.
 * - An `Upgrade` must be that of a WebSocket, for a watch unless the policy has `exec`. A browser sends its `Origin` in any case, and
 *   need not send `Sec-Fetch-Site`.
 *
 * @example
 * const rejection = proxyRejection({ path: url.pathname + url.search, header: name => request.headers.get(name) })
 * if (rejection) return new Response(rejection.message, { status: rejection.code })
 */
export function proxyRejection(
  { path, header }: ProxiedRequest,
  { hosts = [], proxySubresources = false, exec = false }: ProxyPolicy = {},
): ProxyRejection | undefined {
  const message = senderRejection(header, hosts)
  if (message !== undefined) return { code: 403, message }
  const plain = decodedPath(path)
  if (plain === undefined)
    return { code: 400, message: 'the path must be that of the Kubernetes API, without dot segments' }
  if (!proxySubresources && PROXY_SUBRESOURCE.test(plain))
    return { code: 403, message: 'what Pods, Services and Nodes serve is not forwarded' }
  const upgrade = header('upgrade')?.toLowerCase()
  if (upgrade !== undefined && upgrade !== 'websocket')
    return { code: 403, message: `the only upgrade is websocket, got ${JSON.stringify(upgrade)}` }
  if (upgrade !== undefined && !exec && !isWatch(plain, path))
    return { code: 403, message: 'WebSockets other than watches are forwarded with the option exec only' }
  return undefined
}

/** A collection or an object, of a namespace or not: a subresource such as `exec` is neither. */
const WATCHED = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[^/]+(?:\/[^/]+)?\/?$/

const isWatch = (plain: string, path: string): boolean =>
  WATCHED.test(plain) &&
  /^(?:1|true)$/.test(parseUrl(path, 'http://localhost')?.searchParams.get('watch') ?? '')

/** Also the form before 1.10: `/api/v1/proxy/namespaces/…`. */
const PROXY_SUBRESOURCE =
  /^\/api\/[^/]+\/(?:proxy|(?:namespaces\/[^/]+\/)?(?:pods|services)\/[^/]+\/proxy|nodes\/[^/]+\/proxy)(?:\/|$)/

function senderRejection(header: ProxiedRequest['header'], hosts: readonly string[]): string | undefined {
  const host = header('host') ?? ''
  const own = parseUrl(`http://${host}`)
  if (!own || !(isLoopbackName(own.hostname) || hosts.includes(own.hostname)))
    return `the host ${JSON.stringify(host)} must be a name of this machine`
  const origin = header('origin') ?? undefined
  if (origin !== undefined && parseUrl(origin)?.host !== own.host)
    return `pages of the origin ${JSON.stringify(origin)} may not use this server`
  const site = header('sec-fetch-site') ?? undefined
  // Chromium sends none for a WebSocket. A browser sends the Origin of each.
  const isUpgrade = (header('upgrade') ?? undefined) !== undefined
  const isKnown = site !== undefined || (isUpgrade && origin !== undefined)
  if (!isKnown && header('user-agent')?.startsWith('Mozilla/'))
    return 'a browser must send Sec-Fetch-Site, which those since 2023 do over https and within a machine'
  // Other ports of this machine are `same-site`. A browser omits Origin where a page cannot read the response.
  if (site !== undefined && site !== 'same-origin') return 'only pages of this server may use it'
  const use = header('sec-fetch-dest') ?? 'empty'
  if (use !== 'empty' && !(isUpgrade && use === 'websocket'))
    return `an answer of the Kubernetes API must not become a ${use}`
  return undefined
}

/** The path without any encoding and doubled slashes; undefined if it is malformed or has dot segments. */
function decodedPath(path: string): string | undefined {
  let plain = path.split(/[?#]/, 1)[0] ?? ''
  for (let depth = 0; plain.includes('%'); depth++) {
    if (depth === MAX_ENCODINGS) return undefined
    try {
      plain = decodeURIComponent(plain)
    } catch {
      return undefined
    }
  }
  const segments = plain.split(/[/\\]+/)
  return segments.length > 1 && segments[0] === '' && !segments.some(each => /^\.\.?$/.test(each))
    ? segments.join('/')
    : undefined
}
