import { expect, test } from 'vitest'
import { tailLog } from '../src/log-tail.ts'

const lineAt = (second: number, text: string) => `2026-01-01T00:00:0${second}.000000001Z ${text}\n`

test('a log goes on after a break, without lines twice', async () => {
  const answers = [
    () => new Response(lineAt(1, 'a') + lineAt(2, 'b')),
    () => Promise.reject(new Error('offline')),
    () => new Response(lineAt(2, 'b') + lineAt(2, 'c') + lineAt(3, 'd')),
  ]
  const leaving = new AbortController()
  const asked: unknown[] = []
  const lines: string[] = []
  const breaks: (string | undefined)[] = []
  const client = {
    request: async (_path: string, request: { readonly query?: unknown } = {}) => {
      asked.push(request.query)
      const answer = answers.shift()
      if (answer) return answer()
      leaving.abort()
      throw new Error('the page has left')
    },
  }
  await tailLog(client, {
    pod: { namespace: 'shop', name: 'web' },
    signal: leaving.signal,
    pause: async () => {},
    onLine: line => lines.push(line),
    onBreak: error => breaks.push(error?.message),
  })
  expect(lines).toEqual(['a', 'b', 'c', 'd'])
  expect(breaks).toEqual([undefined, 'offline', undefined])
  expect(asked).toMatchObject([
    { tailLines: 100 },
    { sinceTime: '2026-01-01T00:00:02Z' },
    { sinceTime: '2026-01-01T00:00:02Z' },
    { sinceTime: '2026-01-01T00:00:03Z' },
  ])
})
