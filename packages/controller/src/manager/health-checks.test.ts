import { UsageError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { Logger } from '../api/logger.ts'
import { HealthChecks } from './health-checks.ts'

const fail = () => {
  throw new Error('the disk is full')
}

/** `200 ok` */
async function probe(checks: HealthChecks, path: string, method = 'GET'): Promise<string> {
  const response = await checks.handle(new Request(`http://localhost:8081${path}`, { method }))
  return `${response.status} ${await response.text()}`
}

const FAILED = '500 [-]disk failed: reason withheld\nhealthz check failed\n'

describe('HealthChecks', () => {
  test('C-MGR-19: without checks, an endpoint has ping', async () => {
    const checks = new HealthChecks()
    for (const path of ['/healthz', '/healthz/', '/healthz/ping', '/readyz', '/readyz/ping'])
      expect([path, await probe(checks, path)]).toEqual([path, '200 ok'])
    expect(await probe(checks, '/healthz?verbose')).toBe('200 [+]ping ok\nhealthz check passed\n')
    checks.addReadyzCheck('disk', () => {})
    expect(await probe(checks, '/readyz/ping')).toMatch('404')
  })

  test('C-MGR-19: a check fails: the endpoint with and without a slash, and the check alone', async () => {
    const checks = new HealthChecks()
    let isHealthy = true
    checks.addReadyzCheck('disk', () => (isHealthy ? undefined : fail()))
    for (const path of ['/readyz', '/readyz/', '/readyz/disk', '/readyz/disk/'])
      expect([path, await probe(checks, path)]).toEqual([path, '200 ok'])
    isHealthy = false
    expect(await probe(checks, '/readyz')).toBe(FAILED)
    expect(await probe(checks, '/readyz/')).toBe(FAILED)
    expect(await probe(checks, '/readyz/disk')).toBe('500 internal server error: the disk is full\n')
    expect(await probe(checks, '/healthz')).toBe('200 ok')
  })

  test('C-MGR-19: a sub path asks one check only', async () => {
    const checks = new HealthChecks()
    const asked: string[] = []
    for (const name of ['b', 'a', 'etcd/member'])
      checks.addHealthzCheck(name, async ({ url }) => void asked.push(`${name} by ${new URL(url).pathname}`))
    expect(await probe(checks, '/healthz/a')).toBe('200 ok')
    expect(await probe(checks, '/healthz/etcd/member')).toBe('200 ok')
    expect(asked).toEqual(['a by /healthz/a', 'etcd/member by /healthz/etcd/member'])
  })

  test.each(['/healthz/unknown', '/healthzz', '/', '/metrics', '/healthz/%E0%A4%A'])(
    'C-MGR-19: %s is a 404',
    async path => {
      const checks = new HealthChecks()
      checks.addHealthzCheck('disk', fail)
      expect(await probe(checks, path)).toBe('404 404 page not found\n')
    },
  )

  test('all checks are listed if one fails; the reason is logged and withheld', async () => {
    const logged: unknown[] = []
    const log: Logger = {
      debug: () => {},
      error: () => {},
      info: (...entry) => logged.push(entry),
      with: () => log,
    }
    const checks = new HealthChecks({ log })
    checks.addHealthzCheck('network', () => {})
    checks.addHealthzCheck('disk', () => Promise.reject(new Error('the disk is full')))
    expect(await probe(checks, '/healthz')).toBe(
      '500 [-]disk failed: reason withheld\n[+]network ok\nhealthz check failed\n',
    )
    const fields = { endpoint: 'healthz', check: 'disk', error: 'the disk is full' }
    expect(logged).toEqual([['health check failed', fields]])
  })

  test('checks are excluded by name; names that do not exist are reported', async () => {
    const checks = new HealthChecks()
    checks.addHealthzCheck('disk', fail)
    expect(await probe(checks, '/healthz?exclude=disk')).toBe('200 ok')
    expect(await probe(checks, '/healthz?exclude=disk&exclude=cpu&verbose')).toBe(
      '200 [+]disk excluded: ok\n' +
        'warn: some health checks cannot be excluded: no matches for "cpu"\nhealthz check passed\n',
    )
  })

  test('C-MGR-21: no check can be added once the endpoints are created', () => {
    const checks = new HealthChecks()
    checks.close()
    const message = 'unable to add new checker because healthz endpoint has already been created'
    expect(() => checks.addHealthzCheck('disk', fail)).toThrow(new UsageError(message))
    expect(() => checks.addReadyzCheck('disk', fail)).toThrow(message)
  })

  test.each(['', '/', 'a/', '/a', 'a//b'])('the name %j is rejected', name => {
    expect(() => new HealthChecks().addHealthzCheck(name, fail)).toThrow(UsageError)
  })

  test('a name is taken once for each endpoint', () => {
    const checks = new HealthChecks()
    checks.addHealthzCheck('disk', fail)
    checks.addReadyzCheck('disk', fail)
    expect(() => checks.addReadyzCheck('disk', fail)).toThrow('exists already')
  })

  test('the endpoints have other paths on request', async () => {
    const checks = new HealthChecks({ healthzPath: '/live', readyzPath: 'probes/ready/' })
    checks.addReadyzCheck('disk', fail)
    expect(await probe(checks, '/live')).toBe('200 ok')
    expect(await probe(checks, '/probes//ready')).toBe(FAILED)
    expect(await probe(checks, '/healthz')).toMatch('404')
  })

  test('HEAD has the status without a body; other methods are rejected; nothing is cached', async () => {
    const checks = new HealthChecks()
    checks.addReadyzCheck('disk', fail)
    expect(await probe(checks, '/readyz', 'HEAD')).toBe('500 ')
    expect(await probe(checks, '/readyz', 'POST')).toBe('405 method not allowed\n')
    const { headers } = await checks.handle(new Request('http://localhost/healthz'))
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })
})
