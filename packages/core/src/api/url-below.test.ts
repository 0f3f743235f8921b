import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { urlBelow } from './url-below.ts'

const BASES = [
  ...['https://cluster.example', 'https://cluster.example:6443/', 'https://cluster.example/k8s/clusters/a'],
  ...[
    'https://[::1]:6443',
    '/',
    '',
    '/k8s',
    '/k8s//',
    'k8s',
    '../k8s',
    '//cluster.example/k8s',
    'https:/cluster.example',
  ],
]
/** Where a relative base may be resolved. */
const PAGE = 'https://console.example/app/page.html'

const resolved = (url: string): URL => new URL(url, PAGE)

/** The same rule, written as what must be true of the resolved URL. */
function expectBelow(base: string, url: string): void {
  const root = resolved(base.endsWith('/') ? base : `${base}/`)
  const to = resolved(url)
  expect(to.origin).toBe(root.origin)
  expect(to.pathname.startsWith(root.pathname.replace(/\/*$/, '/'))).toBe(true)
  expect([to.username, to.password]).toEqual(['', ''])
}

const HOSTILE = [
  ...[
    '.evil.example/x',
    ':1234/x',
    '@evil.example/x',
    '//evil.example/x',
    '/\\evil.example/x',
    '\\\\evil.example',
  ],
  ...[
    '/a\\..\\..\\x',
    '/.\t./.\t./x',
    '/.\n./x',
    '\t//evil.example',
    '/\t/evil.example/x',
    ' //evil.example',
    '/..',
  ],
  ...[
    '/%2e%2E/x',
    '/a/.%2e/b',
    '/a/./b',
    '/a/..?b',
    '/..#',
    '',
    'x',
    '?x',
    '#x',
    'https://evil.example/x',
    '/a\0b',
    '/a\u007f',
  ],
]

describe('the URL below a base', () => {
  test.each(HOSTILE)('is none for the path %j', path => {
    expect(BASES.map(base => urlBelow(base, path))).toEqual(BASES.map(() => undefined))
  })

  test.each([
    ...['/', '/api/v1/pods', '/api/v1/pods?labelSelector=a%3Db', '/logs/..a/b../...', '/a//b', '/a/%2F..'],
    ...['/apis/x/v1/as/a%20b', '/x?path=/../y\\z', '/x?//y', '/a:b@c/d', '/ü'],
  ])('continues it with the path %j', path => {
    expect(urlBelow('https://cluster.example/', path)).toBe(`https://cluster.example${path}`)
    expect(urlBelow('/k8s', path)).toBe(`/k8s${path}`)
    for (const base of BASES) expectBelow(base, urlBelow(base, path) ?? 'none:')
  })

  test('is none below a base that is no URL', () => {
    expect(urlBelow('https://', '/x')).toBeUndefined()
  })

  test('has the origin and the path of the base, whatever the path is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '.',
        '..',
        '%2e',
        '%2E',
        '%5c',
        '%2f',
        '\t',
        '\n',
        '\r',
        '\0',
        ' ',
        '?',
        '#',
      ),
      fc.constantFrom(
        ':',
        '@',
        ':1234',
        'evil.example',
        '[::1]',
        'https:',
        'a',
        'api',
        '\u3002',
        '\uff0f',
        '\ufeff',
      ),
      fc.string({ maxLength: 3, unit: 'binary' }),
    )
    const path = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''))
    const started = fc.oneof(
      path,
      path.map(text => `/${text}`),
    )
    fc.assert(
      fc.property(fc.constantFrom(...BASES), started, (base, text) => {
        const url = urlBelow(base, text)
        if (url !== undefined) expectBelow(base, url)
      }),
      { numRuns: 5_000 },
    )
  })
})
