import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const marks = (text: string, mistake?: { start: number; end: number; message: string }): string[] =>
  highlight(text, mistake).map(mark => `${mark.type} ${mark.text}`)

test('marks fields and operators', () => {
  expect(marks('web -status:Running or')).toEqual([
    'plain web ',
    'operator -',
    'field status',
    'operator :',
    'plain Running ',
    'operator or',
  ])
})

test('marks the mistake', () => {
  expect(marks('a foo:b', { start: 2, end: 5, message: '' })).toEqual([
    'plain a ',
    'mistake foo',
    'operator :',
    'plain b',
  ])
  expect(marks('"a', { start: 0, end: 2, message: '' })).toEqual(['mistake "a'])
  expect(marks('')).toEqual([])
})
