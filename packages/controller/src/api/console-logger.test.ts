import { expect, test } from 'vitest'
import { consoleLogger } from './console-logger.ts'

function recordingConsole() {
  const lines: unknown[][] = []
  const write =
    (level: string) =>
    (...values: unknown[]) =>
      void lines.push([level, ...values])
  return { lines, console: { debug: write('debug'), info: write('info'), error: write('error') } }
}

test('writes messages from its level on, with the fields of the logger and of the message', () => {
  const { console, lines } = recordingConsole()
  const log = consoleLogger({ console, fields: { controller: 'widget' } })
  const error = new Error('no')
  log.debug('hidden')
  log.info('started', { workers: 1 })
  log.with({ name: 'a' }).error('failed', error, { attempt: 2 })
  expect(lines).toEqual([
    ['info', 'started', { controller: 'widget', workers: 1 }],
    ['error', 'failed', error, { controller: 'widget', name: 'a', attempt: 2 }],
  ])
})

test('the level decides what is left out', () => {
  const levels = (level: 'debug' | 'error') => {
    const { console, lines } = recordingConsole()
    const log = consoleLogger({ console, level })
    log.debug('a')
    log.info('b')
    log.error('c', undefined)
    return lines.map(([name]) => name)
  }
  expect(levels('debug')).toEqual(['debug', 'info', 'error'])
  expect(levels('error')).toEqual(['error'])
})
