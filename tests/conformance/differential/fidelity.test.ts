import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCENES } from '../informers/node-scenes.ts'
import { KNOWN } from './known.ts'

const document = readFileSync(new URL('../../../docs/fidelity.md', import.meta.url), 'utf8')

/** Returns the rows of the table below a heading. */
function rowsBelow(heading: string): readonly string[][] {
  const [, section = ''] = document.split(`## ${heading}\n`)
  const lines = section.split('\n## ')[0]?.split('\n') ?? []
  const cells = lines.filter(line => line.startsWith('|')).map(line => line.split(' | ').map(plain))
  return cells.slice(2)
}

const plain = (cell: string): string => cell.replaceAll(/^\| | \|$/g, '').trim()

test('docs/fidelity.md lists exactly the differences that the comparison accepts', () => {
  expect(rowsBelow('Listed differences')).toEqual(KNOWN.map(({ id, reason }) => [`\`${id}\``, reason]))
})

test('docs/fidelity.md lists the scenes in which client-node fails', () => {
  const failing = SCENES.filter(({ fails }) => fails !== undefined)
  expect(rowsBelow("client-node's informer")).toEqual(failing.map(({ title, fails }) => [title, fails]))
})
