import { describe, expect, test } from 'vitest'
import { bodyCredentials } from './body-credentials.ts'

const TOKEN_REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const SECRETS = '/api/v1/namespaces/default/secrets'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const found = (path: string, body: unknown) => [...bodyCredentials(path, JSON.stringify(body))].sort()

describe('the body of a resource that holds credentials', () => {
  test('a TokenReview: the token', () => {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: '!token' } }
    expect(found(TOKEN_REVIEWS, review)).toEqual(['!token'])
  })

  test('a Secret: each value, and what it says in base64', () => {
    const secret = {
      kind: 'Secret',
      metadata: { name: 'a', namespace: 'default' },
      type: 'Opaque',
      data: { path: base64('pässword') },
      stringData: { kind: '!plain' },
    }
    expect(found(SECRETS, secret)).toEqual(['!plain', base64('pässword'), 'pässword'].sort())
    expect(found(`${SECRETS}/a`, { data: { x: '!merge' } })).toEqual(['!merge'])
    expect(found('/api/v1/secrets?dryRun=All', { data: { x: '!all' } })).toEqual(['!all'])
  })

  test('a JSON patch: the values', () => {
    expect(found(`${SECRETS}/a`, [{ op: 'replace', path: '/data/x', value: '!patched' }])).toEqual([
      '!patched',
    ])
  })

  test('a long value: its parts, of the first 64 Ki characters', () => {
    const parts = found(SECRETS, { data: { x: '!'.repeat(100_000) } })
    expect(parts.every(part => part.length <= 1024)).toBe(true)
    expect(parts.length).toBeGreaterThanOrEqual(64)
  })
})

describe('the body of another resource', () => {
  const PODS = '/api/v1/namespaces/secrets/pods'

  test.each([
    [{ spec: { containers: [{ env: [{ name: 'DB_PASSWORD', value: '!env' }] }] } }, '!env'],
    [{ httpHeaders: [{ name: 'Authorization', value: 'Bearer !header' }] }, 'Bearer !header'],
    [[{ op: 'add', path: '/spec/apiKey', value: '!patched' }], '!patched'],
    [{ spec: { clientSecret: '!member' } }, '!member'],
    [{ spec: { tokens: {}, token: ['!listed'] } }, '!listed'],
  ])('%j', (body, credential) => {
    expect(found(PODS, body)).toEqual([credential])
  })

  test('names of objects, keys of labels, and ordinary values are none', () => {
    const pod = {
      kind: 'Pod',
      metadata: { name: 'token', labels: { key: 'a' } },
      spec: {
        imagePullSecrets: [{ name: 'pull' }],
        volumes: [{ name: 'v', secret: { secretName: 'tls' } }],
        tolerations: [{ key: 'node', value: 'x' }],
      },
    }
    expect(found(PODS, pod)).toEqual([])
  })
})

test.each(['', 'apiVersion: v1', 'null', '1', '[]', `${'['.repeat(5000)}${']'.repeat(5000)}`])(
  'a body without members has none: %.20s',
  body => {
    expect(bodyCredentials(SECRETS, body)).toEqual([])
  },
)
