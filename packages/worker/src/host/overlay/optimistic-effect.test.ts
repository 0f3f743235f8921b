import { expect, test } from 'vitest'
import { optimisticEffect } from './optimistic-effect.ts'

const metadata = { name: 'a', namespace: 'd', uid: 'old', resourceVersion: '7', generation: 3 }

test('a replacement has the version of the object that it replaces, and none of an object that is being created', () => {
  const replace = optimisticEffect({ verb: 'replace', object: { kind: 'Pod', metadata } }, undefined, '')
  expect(replace?.({ metadata: { name: 'a', uid: 'new', resourceVersion: '9' } })?.metadata).toEqual({
    name: 'a',
    namespace: 'd',
    uid: 'new',
    resourceVersion: '9',
  })
  expect(replace?.({ metadata: { name: 'a' } })?.metadata).toEqual({ name: 'a', namespace: 'd' })
  expect(replace?.(undefined)).toBeUndefined()
})
