import { expect, test, vi } from 'vitest'
import { createStored } from './stored.ts'

const parse = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])

function setUp(text?: string) {
  const texts = new Map<string, string>(text === undefined ? [] : [['kube-informer.names', text]])
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
  }
  const events = new EventTarget()
  return { texts, events, stored: createStored('names', parse, { storage, events }) }
}

test('a value is stored, and its listeners are called', () => {
  const { stored, texts } = setUp()
  const listener = vi.fn()
  const stop = stored.subscribe(listener)
  stored.set(['a'])
  stop()
  stored.set(['b'])
  expect(listener).toHaveBeenCalledTimes(1)
  expect(stored.get()).toEqual(['b'])
  expect(texts.get('kube-informer.names')).toBe('["b"]')
})

test('the same text keeps the reference of the value', () => {
  const { stored } = setUp('["a"]')
  expect(stored.get()).toBe(stored.get())
})

test('a text that is not valid counts as none', () => {
  expect(setUp('{').stored.get()).toEqual([])
  expect(setUp('{"a":1}').stored.get()).toEqual([])
})

test('a change of another tab is announced, and read', () => {
  const { stored, texts, events } = setUp('["a"]')
  const listener = vi.fn()
  stored.subscribe(listener)
  texts.set('kube-informer.names', '["a","b"]')
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'kube-informer.names' }))
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }))
  expect(listener).toHaveBeenCalledTimes(1)
  expect(stored.get()).toEqual(['a', 'b'])
})
