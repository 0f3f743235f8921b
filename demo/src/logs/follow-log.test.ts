import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { followLog, type LogState } from './follow-log.ts'

const source = { namespace: 'shop', pod: 'web-0', container: 'app', label: 'web-0/app' }
const notFound = new StatusError({
  status: 'Failure',
  code: 404,
  reason: 'NotFound',
  message: 'pods "web-0" not found',
})

/** Answers each request with the next text or error. */
async function follow(answers: readonly (string | Error)[], previous = false, polls = false) {
  const queries: unknown[] = []
  const lines: string[] = []
  const states: LogState['type'][] = []
  const rest = [...answers]
  const client = {
    request: async (_path: string, { query }: { query?: unknown } = {}) => {
      queries.push(query)
      const answer = rest.shift() ?? notFound
      if (answer instanceof Error) throw answer
      return new Response(answer)
    },
  }
  await followLog(client as never, source, {
    previous,
    polls,
    tailLines: 100,
    onLine: line => lines.push(line),
    onState: ({ type }) => states.push(type),
    signal: AbortSignal.timeout(10_000),
    wait: async () => {},
  })
  return { queries, lines, states }
}

test('a broken stream continues at its last line, without repeating it', async () => {
  const { queries, lines, states } = await follow([
    '2026-01-01T00:00:01Z a\n2026-01-01T00:00:02Z b\n',
    '2026-01-01T00:00:02Z b\n2026-01-01T00:00:02Z c\n2026-01-01T00:00:03Z d\n',
  ])
  expect(lines.map(line => line.at(-1))).toEqual(['a', 'b', 'c', 'd'])
  expect(queries).toMatchObject([
    { tailLines: 100, follow: true, timestamps: true, container: 'app' },
    { sinceTime: '2026-01-01T00:00:02Z' },
    { sinceTime: '2026-01-01T00:00:03Z' },
  ])
  expect(queries[1]).not.toHaveProperty('tailLines')
  expect(states).toEqual(['streaming', 'streaming', 'retrying'])
})

test('another error is tried again', async () => {
  const { lines, states } = await follow([new Error('offline'), '2026-01-01T00:00:01Z a\n'])
  expect(lines).toEqual(['2026-01-01T00:00:01Z a'])
  expect(states).toEqual(['retrying', 'streaming', 'retrying'])
})

test('the log before the last restart is read once', async () => {
  const { queries, states } = await follow(['2026-01-01T00:00:01Z a\n'], true)
  expect(queries).toMatchObject([{ previous: true, follow: false }])
  expect(states).toEqual(['streaming', 'ended'])
})

test('without a stream, new lines are asked for until the container is gone', async () => {
  const { queries, lines } = await follow(
    ['2026-01-01T00:00:01Z a\n', '2026-01-01T00:00:01Z a\n', '2026-01-01T00:00:02Z b\n'],
    false,
    true,
  )
  expect(lines.map(line => line.at(-1))).toEqual(['a', 'b'])
  expect(queries).toHaveLength(4)
  expect(queries[1]).toMatchObject({ follow: false, sinceTime: '2026-01-01T00:00:01Z' })
})
