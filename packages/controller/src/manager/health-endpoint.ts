import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { Logger } from '../api/logger.ts'

/** Throws or rejects if the process is not healthy (controller-runtime `healthz.Checker`). */
export type HealthCheck = (request: Request) => void | Promise<void>

/** The outcome of a check. */
interface CheckResult {
  readonly name: string
  readonly isExcluded: boolean
  /** Why it failed. */
  readonly error?: unknown
  readonly isHealthy: boolean
}

/** Several checks under one path (controller-runtime `healthz.Handler`). Without checks, there is one that always succeeds: `ping`. */
export class HealthEndpoint {
  /** Without slashes at its ends. */
  readonly #path: string
  readonly #log: Logger | undefined
  readonly #checks = new Map<string, HealthCheck>()

  constructor(path: string, log?: Logger) {
    this.#path = segmentsOf(path).join('/')
    this.#log = log
  }

  /** Throws a UsageError if the name is taken, or cannot be part of a path. */
  add(name: string, check: HealthCheck): void {
    if (name === '' || segmentsOf(name).join('/') !== name)
      throw new UsageError(`invalid name of a health check: ${JSON.stringify(name)}`)
    if (this.#checks.has(name))
      throw new UsageError(`the health check ${JSON.stringify(name)} exists already`)
    this.#checks.set(name, check)
  }

  /** Whether a request is for this endpoint or for one of its checks. */
  covers(request: Request): boolean {
    return `${pathOf(request)}/`.startsWith(`${this.#path}/`)
  }

  async handle(request: Request): Promise<Response> {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD')
      return respond('method not allowed\n', 405, { Allow: 'GET, HEAD' })
    const name = pathOf(request).slice(this.#path.length + 1)
    const response = name === '' ? await this.#all(request) : await this.#one(name, request)
    return method === 'HEAD' ? new Response(null, response) : response
  }

  async #all(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const excluded = new Set(searchParams.getAll('exclude'))
    const results = await Promise.all(
      [...this.#current.keys()].toSorted().map(name => this.#run(name, request, excluded.has(name))),
    )
    const isHealthy = results.every(result => result.isHealthy)
    if (isHealthy && !searchParams.has('verbose')) return respond('ok')
    const unknown = [...excluded].filter(name => !this.#current.has(name))
    const lines = [
      ...results.map(lineOf),
      ...(unknown.length > 0
        ? [`warn: some health checks cannot be excluded: no matches for ${quoted(unknown)}`]
        : []),
      isHealthy ? 'healthz check passed' : 'healthz check failed',
    ]
    return respond(lines.map(line => `${line}\n`).join(''), isHealthy ? 200 : 500)
  }

  async #one(name: string, request: Request): Promise<Response> {
    if (!this.#current.has(name)) return respond('404 page not found\n', 404)
    const { isHealthy, error } = await this.#run(name, request, false)
    return isHealthy ? respond('ok') : respond(`internal server error: ${errorMessage(error)}\n`, 500)
  }

  async #run(name: string, request: Request, isExcluded: boolean): Promise<CheckResult> {
    if (isExcluded) return { name, isExcluded, isHealthy: true }
    try {
      await this.#current.get(name)?.(request)
      return { name, isExcluded, isHealthy: true }
    } catch (error) {
      this.#log?.info('health check failed', {
        endpoint: this.#path,
        check: name,
        error: errorMessage(error),
      })
      return { name, isExcluded, isHealthy: false, error }
    }
  }

  get #current(): ReadonlyMap<string, HealthCheck> {
    return this.#checks.size > 0 ? this.#checks : PING
  }
}

const PING: ReadonlyMap<string, HealthCheck> = new Map([['ping', () => {}]])

/** Probes are often public, so the response does not contain why a check failed. */
const lineOf = ({ name, isExcluded, isHealthy }: CheckResult): string => {
  if (isExcluded) return `[+]${name} excluded: ok`
  return isHealthy ? `[+]${name} ok` : `[-]${name} failed: reason withheld`
}

const quoted = (names: readonly string[]): string => names.map(name => JSON.stringify(name)).join(',')

const segmentsOf = (path: string): readonly string[] => path.split('/').filter(segment => segment !== '')

/** The decoded path of a request, without slashes at its ends and without empty segments. */
function pathOf({ url }: Request): string {
  const { pathname } = new URL(url)
  try {
    return segmentsOf(decodeURIComponent(pathname)).join('/')
  } catch {
    // An escape that is none: no path of a check.
    return segmentsOf(pathname).join('/')
  }
}

const respond = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
