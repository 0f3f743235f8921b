import { expect, test } from 'vitest'
import { parseLogOptions } from './log-options.ts'

const NOW = Date.UTC(2026, 0, 31)
const parse = (query: string) => parseLogOptions(new URLSearchParams(query), 'web-0', NOW)

test('without parameters the whole current log of the only container is read once', () => {
  expect(parse('')).toEqual({
    container: '',
    follow: false,
    previous: false,
    timestamps: false,
    tailLines: undefined,
    limitBytes: undefined,
    since: undefined,
  })
})

test('parameters', () => {
  const query = 'container=app&follow=true&previous=1&timestamps=&tailLines=0&limitBytes=1&sinceSeconds=1'
  expect(parse(query)).toEqual({
    container: 'app',
    follow: true,
    previous: true,
    timestamps: true,
    tailLines: 0,
    limitBytes: 1,
    since: NOW - 1_000,
  })
  expect(parse('sinceTime=2026-01-01T00:00:00Z&follow=0&previous=False')).toMatchObject({
    since: Date.UTC(2026, 0, 1),
    follow: false,
    previous: false,
  })
  expect(parse('tailLines=%2B5&limitBytes=&sinceTime=')).toMatchObject({
    tailLines: 5,
    limitBytes: undefined,
  })
})

test.each([
  ['tailLines=-1', 'tailLines: Invalid value: -1: must be greater than or equal to 0'],
  ['limitBytes=0', 'limitBytes: Invalid value: 0: must be greater than 0'],
  ['sinceSeconds=0', 'sinceSeconds: Invalid value: 0: must be greater than 0'],
  [
    'sinceSeconds=0&sinceTime=2026-01-01T00:00:00Z',
    'at most one of `sinceTime` or `sinceSeconds` may be specified',
  ],
  ['tailLines=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['sinceTime=yesterday', 'parsing time "yesterday" as'],
])('%s is refused', (query, message) => {
  expect(() => parse(query)).toThrow(message)
})
