import { expect, onTestFinished, test, vi } from 'vitest'
import { changing, setChange } from './change.ts'

function load(code: string, id: string): unknown {
  const { transform } = changing
  if (typeof transform !== 'function') throw new Error('the plugin has no transform')
  return Reflect.apply(transform, undefined, [code, id])
}

test('a file is changed when it is loaded, others are not, until the change is taken back', () => {
  vi.stubEnv('KUBE_INFORMER_CHANGE', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  setChange({ file: 'packages/core/src/a.ts', start: 2, end: 3, replacement: '>=' })
  expect(load('a < b', '/root/packages/core/src/a.ts?v=1')).toBe('a >= b')
  expect(load('a < b', '/root/packages/core/src/b.ts')).toBeUndefined()
  setChange(undefined)
  expect(load('a < b', '/root/packages/core/src/a.ts')).toBeUndefined()
})
