import { expect, test } from 'vitest'
import { levelOf, splitTime } from './log-line.ts'

test('the time is split off, and a line without one stays whole', () => {
  expect(splitTime('2026-01-02T03:04:05.000000006Z GET / 200')).toEqual({
    time: '2026-01-02T03:04:05.000000006Z',
    text: 'GET / 200',
  })
  expect(splitTime('2026 is no time')).toEqual({ time: '', text: '2026 is no time' })
})

test.each([
  ['level=warn msg="an error is unlikely"', 'warn'],
  ['{"level":"error","msg":"x"}', 'error'],
  ['W0123 10:00:00.1 controller.go:1] slow', 'warn'],
  ['I0123 10:00:00.1 controller.go:1] no error', 'info'],
  ['[ERROR] it broke', 'error'],
  ['GET /errors 200', undefined],
] as const)('%s', (text, level) => {
  expect(levelOf(text)).toBe(level)
})
