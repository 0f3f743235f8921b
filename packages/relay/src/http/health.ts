/** One condition of a health endpoint. */
export interface HealthCheck {
  /** A segment of a path. */
  readonly name: string
  isHealthy(): boolean
}

/** The checks by endpoint: `livez`, `readyz`. */
export type HealthEndpoints = Readonly<Record<string, readonly HealthCheck[]>>

/** Succeeds whenever the relay answers. */
export const PING: HealthCheck = { name: 'ping', isHealthy: () => true }

/**
 * Answers `/livez`, `/readyz` and their single checks as an apiserver does: `ok`, a line for each check with `?verbose` or
 * after a failure (500), and `?exclude=NAME` (apiserver `server/healthz`). Undefined for other paths.
 */
export function healthResponse(
  { pathname, searchParams: query }: URL,
  endpoints: HealthEndpoints,
): Response | undefined {
  const [, endpoint = '', name, ...more] = pathname.split('/')
  const checks = Object.hasOwn(endpoints, endpoint) ? endpoints[endpoint] : undefined
  if (!checks || more.length > 0) return undefined
  if (name === undefined) return reportOf(endpoint, checks, query)
  const single = checks.find(check => check.name === name)
  if (!single) return undefined
  return single.isHealthy() ? answer('ok') : answer('internal server error: not healthy\n', 500)
}

const LINES = {
  excluded: (name: string) => `[+]${name} excluded: ok\n`,
  ok: (name: string) => `[+]${name} ok\n`,
  // Everybody may read this endpoint.
  failed: (name: string) => `[-]${name} failed: reason withheld\n`,
} as const

function reportOf(endpoint: string, checks: readonly HealthCheck[], query: URLSearchParams): Response {
  const excluded = new Set(query.getAll('exclude'))
  const results = checks.map(check => {
    const result = excluded.delete(check.name) ? 'excluded' : check.isHealthy() ? 'ok' : 'failed'
    return { name: check.name, result } as const
  })
  const lines = results.map(({ name, result }) => LINES[result](name)).join('') + warningOf([...excluded])
  if (results.some(({ result }) => result === 'failed'))
    return answer(`${lines}${endpoint} check failed\n`, 500)
  return answer(query.has('verbose') ? `${lines}${endpoint} check passed\n` : 'ok')
}

/** Names the exclusions that match no check. */
function warningOf(names: readonly string[]): string {
  if (names.length === 0) return ''
  const quoted = names.toSorted().map(name => JSON.stringify(name))
  return `warn: some health checks cannot be excluded: no matches for ${quoted.join(',')}\n`
}

const answer = (text: string, status = 200): Response =>
  new Response(text, {
    status,
    headers: {
      'Cache-Control': 'no-cache, private',
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  })
