import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeJson } from '../../api/escape.ts'
import { CachedObject } from '../../items/cached-object.ts'
import { membersJson } from './object-json.ts'

/** Values that JSON can represent: no undefined, no -0. */
const json = fc.jsonValue({ maxDepth: 3 }).map(value => JSON.parse(JSON.stringify(value)) as unknown)
const record = fc.dictionary(fc.string(), json, { maxKeys: 6 })

/** The reference implementation. */
const plain = (object: object): string => escapeJson(JSON.stringify(object)).slice(1, -1)

test('the members of an object equal the output of JSON.stringify', () => {
  fc.assert(
    fc.property(record, record, (metadata, rest) => {
      const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...others } = rest
      const cached = new CachedObject({ kind: 'Pod', apiVersion: 'v1', ...others, metadata })
      const expected = [plain({ metadata }), plain(others)].filter(text => text !== '').join(',')
      expect(membersJson(cached, { keepsParts: false })).toBe(expected)
      expect(cached.parts).toBeUndefined()
      expect(membersJson(cached, { keepsParts: true })).toBe(expected)
      // Again, from the cached parts.
      expect(membersJson(cached, { keepsParts: true })).toBe(expected)
    }),
    { numRuns: 300 },
  )
})

test('parts that two versions share are encoded once', () => {
  let written = 0
  const spec = {
    toJSON: () => {
      written++
      return { text: 'x'.repeat(300) }
    },
  }
  const versions = [1, 2, 3].map(
    version => new CachedObject({ metadata: { name: 'foo', resourceVersion: `${version}` }, spec }),
  )
  const texts: string[] = []
  let before: CachedObject | undefined
  for (const cached of versions) {
    cached.parts = before?.parts
    texts.push(membersJson(cached, { keepsParts: true }))
    before = cached
  }
  expect(written).toBe(1)
  expect(texts).toEqual(
    [1, 2, 3].map(version => plain({ metadata: { name: 'foo', resourceVersion: `${version}` }, spec })),
  )
})
