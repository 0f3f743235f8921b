import { expect, test } from 'vitest'
import { encodeBase64Url } from '../base64/base64.ts'
import { createConfigRig, oneContext } from '../test/config-rig.ts'
import { parseKubeConfig } from './index.ts'

const ISSUER = 'https://issuer.example'
const CONFIG = { 'idp-issuer-url': ISSUER, 'client-id': 'kube' }
const NOW = createConfigRig().clock.now() / 1_000
const jwt = (claims: unknown, ...more: readonly string[]) =>
  ['h', encodeBase64Url(JSON.stringify(claims)), 's', ...more].join('.')

/** What a request with these settings sends to the server, and to the issuer. */
async function send(config: object | undefined) {
  const rig = createConfigRig()
  const [asked, issued]: [(string | null)[], (string | null)[]] = [[], []]
  const fetch = async (url: string, init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('authorization')
    if (url.endsWith('/openid-configuration')) return Response.json({ token_endpoint: `${ISSUER}/tokens` })
    if (url.startsWith(ISSUER)) {
      issued.push(authorization)
      return Response.json({ access_token: 'a', id_token: jwt({ exp: NOW + 100 }) })
    }
    asked.push(authorization)
    return new Response('{}')
  }
  const user = { 'auth-provider': { name: 'oidc', ...(config && { config }) } }
  const { baseUrl, fetch: own } = await parseKubeConfig(oneContext({ user }), { ...rig.options, fetch })
  await own(`${baseUrl}/version`)
  return { asked, issued }
}

test.each([
  ['h.p', 2],
  [jwt({ exp: NOW + 100 }, 'more'), 4],
  [jwt({ exp: 'soon' }), 3],
  ['h.*.s', 3],
  [`h.${encodeBase64Url('{')}.s`, 3],
  ['h..s', 3],
])('the id-token %s of %d parts is no valid JWT', async token => {
  await expect(send({ ...CONFIG, 'id-token': token })).rejects.toThrow('the id-token must be a valid JWT')
})

test.each([
  [{ exp: NOW + 11 }, true],
  [{ exp: NOW + 10 }, false],
  [{ exp: NOW - 100 }, false],
  [{}, false],
])('an id-token with %j is used: %s', async (claims, isUsed) => {
  const token = jwt(claims)
  const { asked, issued } = await send({ ...CONFIG, 'id-token': token, 'refresh-token': 'r' })
  expect([asked[0] === `Bearer ${token}`, issued.length]).toEqual([isUsed, isUsed ? 0 : 1])
})

test('a client without a secret sends an empty one', async () => {
  const { issued } = await send({ ...CONFIG, 'refresh-token': 'r' })
  expect(issued).toEqual([`Basic ${btoa('kube:')}`])
})

test.each([
  [undefined, 'must provide idp-issuer-url'],
  [{ 'idp-issuer-url': ISSUER }, 'must provide client-id'],
  [CONFIG, 'cannot refresh without refresh-token'],
])('the settings %j are not enough', async (config, message) => {
  await expect(send(config)).rejects.toThrow(message)
})
