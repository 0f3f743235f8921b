import { expect, test } from 'vitest'
import { compareVersions, shortVersion } from './version.ts'

test('versions compare by number, and a missing part is zero', () => {
  expect(compareVersions('9.1', '10')).toBeLessThan(0)
  expect(compareVersions('20.3.0', '20')).toBeGreaterThan(0)
  expect(compareVersions('20.0.0', '20')).toBe(0)
})

test('a short version has no zeros at its end', () => {
  expect(['20.0.0', '22.19.0', '1.40', '110'].map(shortVersion)).toEqual(['20', '22.19', '1.40', '110'])
})
