import { expect, test } from 'vitest'
import { podView } from '../kinds/columns/pods.ts'
import { fieldsOf } from '../kinds/views.ts'
import { suggest, typedAt } from './complete.ts'

const fields = fieldsOf(podView.columns, podView.fields)
const labels = (text: string, values: readonly string[] = []): string[] =>
  suggest(text, text.length, { fields, values }).map(({ label }) => label)
const texts = (text: string, values: readonly string[] = []): string[] =>
  suggest(text, text.length, { fields, values }).map(each => each.text)

test('suggests fields by their names, other names and labels', () => {
  expect(labels('web st')).toEqual(['status:'])
  expect(labels('-n')).toEqual(['name:', 'namespace:', 'node:'])
  expect(labels('ns')).toEqual(['namespace:'])
  expect(labels('qual')).toEqual(['qos:'])
  expect(labels('lab')).toEqual(['app:', 'label:'])
})

test('suggests the operators of the field that is typed', () => {
  expect(labels('node')).toEqual(['node:', 'node!=', 'node=~'])
  expect(labels('restarts')).toEqual(['restarts>', 'restarts<'])
})

test('suggests values, those with the same beginning first', () => {
  const values = ['CrashLoopBackOff', 'Pending', 'Running', 'Scaled down']
  expect(labels('status:r', values)).toEqual(['Running', 'CrashLoopBackOff'])
  expect(texts('web -status:Pending,ru', values)).toEqual(['web -status:Pending,Running '])
  expect(texts('status:"Sca', values)).toEqual(['status:"Scaled down" '])
  expect(labels('age<')).toEqual(['5m', '1h', '1d', '7d'])
})

test('keeps what follows the caret', () => {
  const [first] = suggest('sta web', 3, { fields, values: [] })
  expect(first).toMatchObject({ text: 'status: web', caret: 7 })
})

test('finds the field at the caret', () => {
  expect(typedAt('a (node=~ip', 11)).toEqual({ start: 9, typed: 'ip', field: 'node', operator: '=~' })
  expect(typedAt('a ', 2)).toEqual({ start: 2, typed: '' })
})
