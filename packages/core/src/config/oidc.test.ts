import { expect, test } from 'vitest'
import { encodeBase64Url } from '../base64/base64.ts'
import { createConfigRig, oneContext, printed } from '../test/config-rig.ts'
import { type AuthProviderConfig, parseKubeConfig } from './index.ts'

const SECRET = 's3cr3t-value'
const ISSUER = 'https://issuer.example/realm/'
const TOKENS = 'https://issuer.example/tokens'
const PROVIDER = { 'idp-issuer-url': ISSUER, 'client-id': 'kube client', 'client-secret': 'a&b' }

const jwt = (claims: object, signature = 's'): string =>
  `h.${encodeBase64Url(JSON.stringify(claims))}.${signature}`

interface Sent {
  readonly url: string
  readonly authorization: string | null
  readonly form: Readonly<Record<string, string>>
}

type Answer = (sent: Sent) => Response

/** A configuration with an auth-provider, an issuer and an apiserver. */
async function withProvider(
  config: object,
  answer: Answer = () => new Response(null, { status: 500 }),
  user: object = {},
  save: (provider: AuthProviderConfig) => Promise<void> = async () => {},
) {
  const rig = createConfigRig()
  const saved: AuthProviderConfig[] = []
  const [issued, asked]: [Sent[], (string | null)[]] = [[], []]
  const options = {
    ...rig.options,
    saveAuthProvider: async (provider: AuthProviderConfig) => {
      saved.push(provider)
      await save(provider)
    },
    fetch: async (url: string, init?: RequestInit) => {
      const authorization = new Headers(init?.headers).get('authorization')
      if (!url.startsWith('https://issuer.example')) {
        asked.push(authorization)
        return new Response('{}', { status: rig.answer(new Headers(init?.headers)) })
      }
      if (url === `${ISSUER}.well-known/openid-configuration`)
        return Response.json({ token_endpoint: TOKENS })
      const form = Object.fromEntries(new URLSearchParams(String(init?.body)))
      const sent = { url, authorization, form }
      issued.push(sent)
      return answer(sent)
    },
  }
  const text = oneContext({ user: { 'auth-provider': { name: 'oidc', config }, ...user } })
  const cluster = await parseKubeConfig(text, options)
  const get = () => cluster.fetch(`${cluster.baseUrl}/version`)
  return { rig, issued, asked, saved, get }
}

const inSeconds = (seconds: number) => ({ exp: Math.floor(createConfigRig().clock.now() / 1000) + seconds })

test('a valid id-token is used, and the issuer is not asked', async () => {
  const token = jwt(inSeconds(60))
  const { asked, issued, get } = await withProvider({ ...PROVIDER, 'id-token': token })
  await get()
  await get()
  expect([asked, issued]).toEqual([[`Bearer ${token}`, `Bearer ${token}`], []])
})

test('it is renewed ten seconds before it expires, once for concurrent requests, and the settings are saved', async () => {
  const [first, second] = [jwt(inSeconds(60)), jwt(inSeconds(600), 'new')]
  const config = { ...PROVIDER, 'id-token': first, 'refresh-token': 'r1', 'extra-scopes': 'groups' }
  const { rig, asked, issued, saved, get } = await withProvider(config, () =>
    Response.json({ access_token: 'a', id_token: second, refresh_token: 'r2' }),
  )
  await rig.clock.advance(49_000)
  await get()
  await rig.clock.advance(1_000)
  await Promise.all([get(), get()])
  expect(asked).toEqual([`Bearer ${first}`, `Bearer ${second}`, `Bearer ${second}`])
  // As golang.org/x/oauth2 escapes a name and a password.
  expect(issued).toEqual([
    {
      url: TOKENS,
      authorization: `Basic ${btoa('kube+client:a%26b')}`,
      form: { grant_type: 'refresh_token', refresh_token: 'r1' },
    },
  ])
  const next = { ...config, 'id-token': second, 'refresh-token': 'r2' }
  expect(saved).toEqual([{ user: 'user "dev-user"', name: 'oidc', config: next }])
  await rig.clock.advance(600_000)
  await get()
  expect(issued.at(-1)?.form.refresh_token).toBe('r2')
})

test('an issuer that refuses the header gets the client in the body, and a refresh-token may stay', async () => {
  const token = jwt(inSeconds(60))
  const { asked, issued, saved, get } = await withProvider({ ...PROVIDER, 'refresh-token': 'r1' }, sent =>
    sent.authorization
      ? new Response(null, { status: 401 })
      : Response.json({ access_token: 'a', id_token: token }),
  )
  await get()
  expect(asked).toEqual([`Bearer ${token}`])
  expect(issued[1]?.form).toMatchObject({
    client_id: 'kube client',
    client_secret: 'a&b',
    refresh_token: 'r1',
  })
  expect(saved[0]?.config['refresh-token']).toBe('r1')
})

test('a 401 renews nothing', async () => {
  const { rig, asked, issued, get } = await withProvider({ ...PROVIDER, 'id-token': jwt(inSeconds(60)) })
  rig.answer = () => 401
  expect([(await get()).status, asked.length, issued.length]).toEqual([401, 1, 0])
})

test('tokens that cannot be saved are not used', async () => {
  const answer = () => Response.json({ access_token: 'a', id_token: jwt(inSeconds(60)) })
  const full = () => Promise.reject(new Error('disk full'))
  const { asked, get } = await withProvider({ ...PROVIDER, 'refresh-token': 'r1' }, answer, {}, full)
  await expect(get()).rejects.toThrow('disk full')
  expect(asked).toEqual([])
})

test('a token or a name with a password takes precedence, and a client certificate does not', async () => {
  const token = jwt(inSeconds(60))
  const config = { ...PROVIDER, 'id-token': token }
  const own = await withProvider(config, undefined, { token: 'own-token' })
  await own.get()
  expect(own.asked).toEqual(['Bearer own-token'])
  const pem = btoa('-----BEGIN')
  const both = await withProvider(config, undefined, {
    'client-certificate-data': pem,
    'client-key-data': pem,
  })
  await both.get()
  expect(both.asked).toEqual([`Bearer ${token}`])
})

test.each<[string, object, object, string]>([
  ['no issuer', { 'client-id': 'c' }, {}, 'must provide idp-issuer-url'],
  ['no client', { 'idp-issuer-url': ISSUER }, {}, 'must provide client-id'],
  ['a file without allowFiles', { ...PROVIDER, 'idp-certificate-authority': '/ca' }, {}, 'not allowed here'],
  ['an exec as well', PROVIDER, { exec: { command: 'x' } }, 'exec and auth-provider exclude each other'],
])('%s is an error when the kubeconfig is read', async (_, config, user, message) => {
  await expect(withProvider(config, undefined, user)).rejects.toThrow(message)
})

test.each<[string, object, Answer | undefined, string]>([
  ['no token at all', {}, undefined, 'cannot refresh without refresh-token'],
  [
    'a token that has expired',
    { 'id-token': jwt(inSeconds(5)) },
    undefined,
    'cannot refresh without refresh-token',
  ],
  ['a token that is none', { 'id-token': SECRET }, undefined, 'the id-token must be a valid JWT'],
  [
    'a refusal',
    { 'refresh-token': SECRET },
    () => new Response(SECRET, { status: 400 }),
    'the issuer answers 400',
  ],
  ['no JSON', { 'refresh-token': SECRET }, () => new Response(SECRET), 'does not answer with a JSON object'],
  [
    'no id_token',
    { 'refresh-token': SECRET },
    () => Response.json({ access_token: SECRET }),
    'did not contain an id_token',
  ],
  [
    'no access_token',
    { 'refresh-token': SECRET },
    () => Response.json({ id_token: SECRET }),
    'has no access_token',
  ],
])('a request fails with its reason and without a token: %s', async (_, config, answer, message) => {
  const { get } = await withProvider({ ...PROVIDER, ...config }, answer)
  const getting = get()
  await expect(getting).rejects.toThrow(message)
  await expect(getting).rejects.toMatchObject({ name: 'ConfigError' })
  expect(printed(await getting.catch(error => error))).not.toContain(SECRET)
})
