import { expect, test } from 'vitest'
import { findRetiredWords, type RetiredWord } from './find-retired-words.ts'

const TURN: RetiredWord = { pattern: 'turns?', use: 'lease', match: 'identifier' }
const PLACE: RetiredWord = { pattern: 'Places?', use: 'slot', match: 'identifier' }
const NOBODY: RetiredWord = { pattern: '\\bnobody\\b', use: 'no client', match: 'text' }
const HOST_LINE: RetiredWord = { pattern: 'HostLine|host-line', use: 'HostTransport', match: 'text' }
const LINES: RetiredWord = {
  pattern: 'lines',
  use: 'transports',
  match: 'identifier',
  only: 'packages/worker/',
}

const find = (word: RetiredWord, text: string, file = 'src/a.ts'): readonly string[] =>
  findRetiredWords(file, text, [word]).map(({ line, found }) => `${line}: ${found}`)

test('a text term is found in code, comments, strings and documents, with its line', () => {
  expect(find(NOBODY, "const a = nobody\n// Nobody\n'nobody'")).toEqual([
    '1: nobody',
    '2: Nobody',
    '3: nobody',
  ])
  expect(find(NOBODY, '# Title\n\nnobody reads it', 'docs/a.md')).toEqual(['3: nobody'])
})

test('a finding names the file and the replacement', () => {
  expect(findRetiredWords('src/a.ts', 'nobody', [NOBODY])).toEqual([
    { file: 'src/a.ts', line: 1, found: 'nobody', use: 'no client' },
  ])
})

test('a text term is found in file names', () => {
  expect(find(HOST_LINE, '', 'src/host-line.ts')).toEqual(['0: host-line'])
})

test('a term with capitals is matched as written, any other one ignores case', () => {
  expect(find(HOST_LINE, 'class HostLine {}\nhostline')).toEqual(['1: HostLine'])
  expect(find(PLACE, 'const place = 1\ntype Place = number')).toEqual(['2: Place'])
})

test('an identifier term is found as a whole name and as a part of a camelCase or snake_case name', () => {
  const code = 'const turn = 1\nnextTurn()\nturnOf(a)\nMAX_TURNS\n#turn'
  expect(find(TURN, code)).toEqual(['1: turn', '2: Turn', '3: turn', '4: TURNS', '5: turn'])
})

test('an identifier term is not found inside another word', () => {
  expect(find(TURN, 'return returned\nupturn')).toEqual([])
})

test('an identifier term is not found in comments, strings and the text of templates', () => {
  expect(find(TURN, "// turn\n/* turn\nturn */\n'turn'\n`a turn`")).toEqual([])
  expect(find(TURN, `\`a \${turn} turn\``)).toEqual(['1: turn'])
})

test('an identifier term is not searched in documents', () => {
  expect(find(TURN, 'const turn = 1', 'docs/a.md')).toEqual([])
  expect(find(TURN, 'const turn = 1', 'src/a.tsx')).toEqual(['1: turn'])
})

test('a term with `only` applies to files below that path', () => {
  expect(find(LINES, 'const lines = 1', 'packages/worker/src/a.ts')).toEqual(['1: lines'])
  expect(find(LINES, 'const lines = 1', 'packages/core/src/a.ts')).toEqual([])
})
