import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const policy = contentSecurityPolicy('<script type="module">start()</script><style>a{}</style>')

const directive = (host: string, name: string): string | undefined =>
  policy(host)
    .split('; ')
    .find(each => each.startsWith(`${name} `))

test('scripts and workers are files of the bundle, and no other path of the origin', () => {
  expect(directive('localhost:5173', 'script-src')).toMatch(
    /^script-src http:\/\/localhost:5173\/assets\/ http:\/\/localhost:5173\/mockServiceWorker.js 'wasm-unsafe-eval' 'sha256-[\w+/=]+'$/,
  )
  expect(directive('localhost:5173', 'worker-src')).toBe(
    'worker-src http://localhost:5173/assets/ http://localhost:5173/mock-requests.js',
  )
})

test.each(['[::1]:5173', '', "localhost; script-src 'unsafe-inline'", 'a b'])(
  'the host %j, which no source list can have, adds nothing to the policy',
  host => {
    expect(directive(host, 'script-src')).toMatch(/^script-src 'self' 'wasm-unsafe-eval'/)
    expect(policy(host).split('; ')).toHaveLength(policy('localhost').split('; ').length)
  },
)
