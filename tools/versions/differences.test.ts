import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { packageMinimums } from './package-minimums.ts'

const at = (version: string, by = 'Array.at') => ({ version, by, at: 'a.ts:1', deciding: [by, 'Array.flat'] })

test('equal minimums do not differ, whichever of several features is stated', () => {
  const flat = { version: '110', by: 'Array.flat' }
  expect(differences({ a: { chrome: at('110') } }, { a: { chrome: flat } })).toEqual([])
  expect(differences({ a: { chrome: at('110') } }, { a: { chrome: at('110') } })).toEqual([])
})

test('a minimum rises, falls, has another cause, or is on one side only', () => {
  const derived = {
    a: { chrome: at('116', 'AbortSignal.any'), firefox: at('90'), bun: at('1.1', 'x') },
    b: { deno: at('1.2') },
  }
  const stated = { a: { chrome: at('110'), firefox: at('115'), bun: at('1.1.0') }, c: { nodejs: at('20') } }
  expect(differences(derived, stated)).toEqual([
    'a: Chrome rises from 110 to 116 by AbortSignal.any (a.ts:1)',
    'a: Firefox falls from 115 to 90 by Array.at (a.ts:1)',
    'a: Bun 1.1 by x (a.ts:1), no longer by Array.at',
    'b: Deno 1.2 by Array.at (a.ts:1) is not stated',
    'c: Node 20 is stated, but nothing requires a version',
  ])
})

test('a package requires what its entries, commands and dependencies require', () => {
  const stated = {
    '@kube-informer/core': { nodejs: at('20.0.0') },
    '@kube-informer/core/tools': { nodejs: at('9.0.0'), chrome: at('110') },
    '@kube-informer/core: dependencies': { nodejs: at('22.19.0', 'undici') },
    '@kube-informer/corex': { nodejs: at('30.0.0') },
  }
  expect(packageMinimums(stated, 'core')).toEqual({ nodejs: at('22.19.0', 'undici'), chrome: at('110') })
})
