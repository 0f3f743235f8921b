import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGone, isResourceExpired, isTooManyRequests, KeyError, StatusError } from './errors.ts'
import {
  DeletedFinalStateUnknown,
  deletionHandlingMetaNamespaceKey,
  joinMetaNamespaceKey,
  metaNamespaceKey,
  splitMetaNamespaceKey,
} from './keys.ts'
import { parsePath, readPath } from './path.ts'
import { compareResourceVersions } from './resource-version.ts'

describe('keys', () => {
  test('are namespace/name, or only the name', () => {
    expect(metaNamespaceKey({ metadata: { namespace: 'n', name: 'a' } })).toBe('n/a')
    expect(metaNamespaceKey({ metadata: { name: 'a' } })).toBe('a')
  })

  test('an object without a name has no key', () => {
    expect(() => metaNamespaceKey({})).toThrow(KeyError)
  })

  test('a tombstone has its own key', () => {
    expect(deletionHandlingMetaNamespaceKey(new DeletedFinalStateUnknown('n/a', undefined))).toBe('n/a')
  })

  test('T-KEY-1: splitting fails only for more than one slash', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-i/]{0,8}$/), key => {
        const slashes = key.split('/').length - 1
        if (slashes > 1) expect(() => splitMetaNamespaceKey(key)).toThrow()
        else expect(splitMetaNamespaceKey(key).name).toBe(key.split('/').at(-1))
      }),
    )
  })

  test('T-KEY-2, T-KEY-3: a slash separates the namespace from the name', () => {
    expect(splitMetaNamespaceKey('a/b')).toEqual({ namespace: 'a', name: 'b' })
    expect(splitMetaNamespaceKey('b')).toEqual({ namespace: '', name: 'b' })
  })

  test('T-KEY-4: joining is the inverse of splitting, except for a leading slash', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-i]{0,4}[/]?[a-i]{0,4}$/), key => {
        expect(joinMetaNamespaceKey(splitMetaNamespaceKey(key))).toBe(key.replace(/^[/]/, ''))
      }),
    )
  })

  test('T-KEY-5: a KeyError contains the cause and the object', () => {
    const cause = new Error('no')
    const object = { metadata: {} }
    expect(new KeyError(object, cause)).toMatchObject({ cause, object, code: 'KeyError' })
    expect(() => metaNamespaceKey(object)).toThrow("couldn't create key for object: object has no name")
  })
})

describe('errors', () => {
  test.each([
    ['reason Expired', { code: 410, reason: 'Expired' }, true],
    ['reason Gone', { reason: 'Gone' }, true],
    ['a bare 410', { code: 410 }, true],
    ['another reason with 410', { code: 410, reason: 'NotFound' }, false],
  ])('S-60: %s', (_, status, expired) => {
    expect(isResourceExpired(new StatusError(status))).toBe(expired)
  })

  test('S-61: the code 429 suffices', () => {
    expect(isTooManyRequests(new StatusError({ code: 429, reason: 'InternalError' }))).toBe(true)
    expect(isGone(new Error('410'))).toBe(false)
  })
})

describe('resourceVersion', () => {
  test('S-63: compares by length, then by character, also beyond 2^53', () => {
    expect(compareResourceVersions('9', '10')).toBeLessThan(0)
    expect(compareResourceVersions('90071992547409931', '90071992547409932')).toBeLessThan(0)
    expect(compareResourceVersions('5', '5')).toBe(0)
  })

  test.each(['', '0', '01', 'abc', '-1'])('S-63: %j is malformed', malformed => {
    expect(() => compareResourceVersions(malformed, '1')).toThrow(/not well formed/)
  })
})

describe('paths', () => {
  test('a backslash escapes a dot in a key', () => {
    expect(parsePath('metadata.annotations.a\\.b/c')).toEqual(['metadata', 'annotations', 'a.b/c'])
  })

  test('only own members are read', () => {
    expect(readPath({ a: 1 }, ['constructor'])).toBeUndefined()
    expect(readPath(JSON.parse('{"__proto__":{"x":1}}'), ['__proto__', 'x'])).toBe(1)
  })
})
