import { expect, test } from 'vitest'
import { createConfigRig, oneContext } from '../test/config-rig.ts'
import { parseKubeConfig } from './index.ts'

/** The Authorization of a request of a user, and how often files were read for two requests an hour apart. */
async function sentBy(user: object, files: Readonly<Record<string, string>> = {}) {
  const rig = createConfigRig(files)
  const config = await parseKubeConfig(oneContext({ user }), {
    ...rig.options,
    path: '/etc/config',
    allowFiles: true,
  })
  const get = () => config.fetch(`${config.baseUrl}/version`)
  await get()
  await rig.clock.advance(3_600_000)
  await get()
  const authorizations = rig.requests.map(({ headers }) => headers.get('authorization'))
  expect(new Set(authorizations).size).toBe(1)
  return { authorization: authorizations[0], reads: rig.reads.length }
}
const basic = (text: string) => `Basic ${btoa(text)}`

test.each([
  [{}, null],
  [{ token: 'abc' }, 'Bearer abc'],
  [{ username: 'a', password: 'b' }, basic('a:b')],
  [{ username: 'a' }, basic('a:')],
  [{ password: 'b' }, basic(':b')],
])('the user %j sends %j, and reads no file', async (user, authorization) => {
  expect(await sentBy(user)).toEqual({ authorization, reads: 0 })
})

test('a token file is read again', async () => {
  expect(await sentBy({ tokenFile: 'token' }, { '/etc/token': 'abc' })).toEqual({
    authorization: 'Bearer abc',
    reads: 2,
  })
})

test.each([{ username: 'a' }, { password: 'b' }])('a token excludes %j', async name => {
  await expect(sentBy({ token: 'abc', ...name })).rejects.toThrow(
    'has both a token and a name with a password',
  )
})

test('a plugin and an auth-provider exclude each other', async () => {
  const user = { exec: { command: 'a' }, 'auth-provider': { name: 'oidc' } }
  await expect(sentBy(user)).rejects.toThrow('exec and auth-provider exclude each other')
})

test('a certificate needs a key', async () => {
  await expect(sentBy({ 'client-certificate-data': btoa('x') })).rejects.toThrow(
    'has a client-certificate and no client-key',
  )
})
