import { expect, test } from 'vitest'
import { isTerminalError, TerminalError } from './terminal-error.ts'

test('C-CTL-14: the message names the cause, which can be read', () => {
  const cause = new Error('inner')
  expect(new TerminalError(cause).message).toBe('terminal error: inner')
  expect(new TerminalError(cause).cause).toBe(cause)
  expect(new TerminalError('text').message).toBe('terminal error: text')
  expect(new TerminalError().message).toBe('nil terminal error')
  expect(new TerminalError(null).message).toBe('nil terminal error')
})

test('C-CTL-14: it is recognized through causes and joined errors', () => {
  const terminal = new TerminalError('no')
  expect(isTerminalError(terminal)).toBe(true)
  expect(isTerminalError(new Error('a', { cause: new Error('b', { cause: terminal }) }))).toBe(true)
  expect(isTerminalError(new AggregateError([new Error('a'), terminal]))).toBe(true)
  expect(isTerminalError(new Error('a', { cause: 'b' }))).toBe(false)
  expect([undefined, null, 'text', new AggregateError([])].map(isTerminalError)).toEqual([
    ...[false, false, false, false],
  ])
})

test('a chain of causes without an end is no terminal error', () => {
  const [a, b] = [new Error('a'), new Error('b')]
  a.cause = b
  b.cause = a
  expect(isTerminalError(a)).toBe(false)
})
