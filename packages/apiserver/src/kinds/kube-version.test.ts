import { expect, test } from 'vitest'
import { compareKubeVersions } from './kube-version.ts'

/** In the order of discovery. */
const SORTED = [
  ...[
    'v11',
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v1beta10',
    'v1beta2',
    'v12alpha1',
    'v11alpha2',
  ],
  ...['alpha1', 'foo1', 'foo10', 'v', 'v1gamma1', 'v1x', 'xv1'],
]

test('each pair of versions is ordered as in discovery', () => {
  SORTED.forEach((a, left) => {
    SORTED.forEach((b, right) => {
      expect([a, b, Math.sign(compareKubeVersions(a, b))]).toEqual([a, b, Math.sign(left - right)])
    })
  })
})
