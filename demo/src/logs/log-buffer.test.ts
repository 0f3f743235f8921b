import { expect, test } from 'vitest'
import { LogBuffer } from './log-buffer.ts'

function buffer(limit: number) {
  const frames: (() => void)[] = []
  const log = new LogBuffer(limit, flush => frames.push(flush))
  let notified = 0
  log.subscribe(() => notified++)
  return {
    log,
    frames,
    texts: () => log.getSnapshot().lines.map(({ text }) => text),
    notified: () => notified,
    frame: () => frames.shift()?.(),
  }
}

const at = (second: number, text: string) => ({ source: 'a', text: `2026-01-01T00:00:0${second}Z ${text}` })

test('notifies once in a frame, however many lines arrive', () => {
  const { log, frames, frame, texts, notified } = buffer(10)
  for (let i = 0; i < 5; i++) log.add(at(i, String(i)))
  expect([frames.length, notified()]).toEqual([1, 0])
  frame()
  expect([texts(), notified()]).toEqual([['0', '1', '2', '3', '4'], 1])
})

test('lines of several streams are in the order of time', () => {
  const { log, frame, texts } = buffer(10)
  log.add(at(1, 'a'))
  log.add(at(4, 'd'))
  frame()
  log.add(at(3, 'c'))
  log.add(at(2, 'b'))
  frame()
  expect(texts()).toEqual(['a', 'b', 'c', 'd'])
})

test('the oldest lines are dropped beyond the limit, and the others keep their ids', () => {
  const { log, frame } = buffer(3)
  for (let i = 0; i < 5; i++) log.add(at(i, String(i)))
  frame()
  expect(log.getSnapshot().lines.map(({ id }) => id)).toEqual([2, 3, 4])
  expect(log.getSnapshot().dropped).toBe(2)
})

test('without frames, the memory is bounded', () => {
  const { log, frame, texts } = buffer(3)
  for (let i = 0; i < 100; i++) log.add({ source: 'a', text: String(i) })
  frame()
  expect(texts()).toEqual(['97', '98', '99'])
})

test('what a terminal or a browser would interpret is visible', () => {
  const { log, frame, texts } = buffer(10)
  log.add(at(1, '\u001b[2J\u001b[31mhidden\u202e'))
  frame()
  expect(texts()).toEqual(['␛[2J␛[31mhidden‹U+202E›'])
})
