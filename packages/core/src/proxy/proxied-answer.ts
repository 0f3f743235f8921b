/** What an answer of the Kubernetes API says to its client. Everything else addresses a browser, or one connection. */
const FORWARDED =
  /^(?:content-(?:type|length|encoding|language|disposition|range)|cache-control|date|etag|last-modified|expires|vary|age|warning|retry-after|allow|location|audit-id|x-kubernetes-[\w-]+)$/

/** An answer is no page: nothing in it runs, and it loads nothing. */
const OWN: Readonly<Record<string, string>> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * The headers with which a proxy passes an answer on, by lower-case name. Headers by which a server commands a browser are
 * dropped: CORS, cookies, `Clear-Site-Data`, `Link`, `Refresh`, `Service-Worker-Allowed`, `Strict-Transport-Security`, and any that
 * is not known. The policy is one that lets nothing run.
 *
 * @example new Response(answer.body, { status: answer.status, headers: proxiedHeaders(answer.headers) })
 */
export function proxiedHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const kept = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const)
  return { ...Object.fromEntries(kept.filter(([name]) => FORWARDED.test(name))), ...OWN }
}
