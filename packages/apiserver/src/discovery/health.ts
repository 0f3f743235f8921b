import { textResponse } from '../http/respond.ts'

const ALWAYS = ['ping', 'log', 'etcd']
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  healthz: ALWAYS,
  livez: ALWAYS,
  readyz: [...ALWAYS, 'etcd-readiness', 'informer-sync', 'shutdown'],
}

/** `/healthz`, `/livez`, `/readyz` and their single checks; undefined if the check does not exist. */
export function healthResponse(path: string, query: URLSearchParams): Response | undefined {
  const [, endpoint = '', check] = path.split('/')
  const checks = CHECKS[endpoint] ?? []
  if (check !== undefined) return checks.includes(check) ? textResponse('ok') : undefined
  if (!query.has('verbose')) return textResponse('ok')
  const lines = checks.map(name => `[+]${name} ok\n`)
  return textResponse(`${lines.join('')}${endpoint} check passed\n`)
}
