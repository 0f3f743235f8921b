import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../packages/packages.ts'

const SOURCES = globSync('packages/worker/src/persistence/*.ts', { cwd: ROOT })

test('docs/persistence.md quotes the reasons of `connection.status.storage` that the worker reports', () => {
  const page = readFileSync(join(ROOT, 'docs/persistence.md'), 'utf8')
  const code = SOURCES.map(path => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const reasons = [...page.matchAll(/\| `(?:off|on|failed)`: (.*) \|$/gm)].map(([, reason = '']) => reason)
  expect(reasons.length).toBeGreaterThan(9)
  // Names and numbers are written as `…`. A reason can consist of several messages.
  const parts = reasons
    .flatMap(reason => reason.split(/…|; |: /))
    .map(part => part.replaceAll(/^[\s,]+|[\s,]+$/g, ''))
  expect(parts.filter(part => part !== '' && !code.includes(part))).toEqual([])
})
