import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { type ServerConfigOptions, serverConfig } from './server-config.ts'

test('a server has its URL without a slash at the end, and its token', async () => {
  const config = serverConfig({ server: 'https://a.example/base/', token: 'secret', ca: 'the authority' })
  expect(config).toMatchObject({
    baseUrl: 'https://a.example/base',
    namespace: 'default',
    context: undefined,
  })
  expect(await config.connectOptions()).toEqual({
    headers: [['authorization', 'Bearer secret']],
    ca: 'the authority',
    rejectUnauthorized: true,
  })
  expect((await serverConfig({ server: 'https://a.example' }).connectOptions()).headers).toEqual([])
})

test.each(['http://127.0.0.1:8001', 'http://[::1]:8080', 'http://app.localhost', 'https://a.example'])(
  'a token may be sent to %s',
  server => {
    expect(() => serverConfig({ server, token: 'secret' })).not.toThrow()
  },
)

test.each<[ServerConfigOptions, RegExp]>([
  [{ server: 'http://a.example', token: 'secret' }, /must have https: for a token/],
  [{ server: 'http://localhost.a.example', token: 'secret' }, /must have https: for a token/],
  [{ server: 'ftp://a.example' }, /must be a URL with http: or https:/],
  [{ server: 'a.example' }, /must be a URL/],
  [{ server: 'https://a.example', token: 'two words' }, /token/],
])('%j is an error, which does not quote the token', (options, message) => {
  const create = () => serverConfig(options)
  expect(create).toThrow(ConfigError)
  expect(create).toThrow(message)
  expect(create).not.toThrow(/secret|words/)
})

test('a server without a token may be reached without TLS', () => {
  expect(() => serverConfig({ server: 'http://a.example' })).not.toThrow()
})
