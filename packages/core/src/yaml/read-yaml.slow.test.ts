import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import * as yaml from 'yaml'
import { readYaml } from './read-yaml.ts'

const ENTRIES = 100_000
const written = (entry: (index: number) => string, separator = '\n'): string =>
  Array.from({ length: ENTRIES }, (_, index) => entry(index)).join(separator)

/** The seconds of CPU in which a text is read. */
function secondsOf(text: string): number {
  const before = cpuUsage()
  let problems = 0
  for (const document of readYaml(yaml, text)) problems += document.problems.length
  const { user, system } = cpuUsage(before)
  expect(problems).toBe(0)
  return (user + system) / 1e6
}

test.each([
  ['a mapping', written(index => `key${index}: value`)],
  ['a list', written(index => `- value${index}`)],
  ['a flow mapping', `{${written(index => `key${index}: 1`, ', ')}}`],
  ['JSON', `{${written(index => `"key${index}":1`, ',')}}`],
])('100,000 entries of %s are read within 2 s', (_, text) => {
  secondsOf(text.slice(0, 0))
  expect(Math.min(secondsOf(text), secondsOf(text))).toBeLessThan(2)
})
