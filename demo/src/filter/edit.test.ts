import { expect, test } from 'vitest'
import { chosenValues, toggleValue } from './edit.ts'

test('adds and removes a value', () => {
  expect(toggleValue('', 'status', 'Running')).toBe('status:Running')
  expect(toggleValue('web', 'status', 'Running')).toBe('web status:Running')
  expect(toggleValue('status:Running web', 'status', 'Pending')).toBe('status:Running,Pending web')
  expect(toggleValue('a status:Running,Pending b', 'status', 'Running')).toBe('a status:Pending b')
  expect(toggleValue('a status:Running b', 'status', 'Running')).toBe('a b')
})

test('puts quotes around a value that needs them', () => {
  expect(toggleValue('', 'status', 'Not Ready')).toBe('status:"Not Ready"')
  expect(toggleValue('status:"Not Ready"', 'status', 'Not Ready')).toBe('')
})

test('leaves alternatives and negated terms alone', () => {
  expect(chosenValues('-status:Running', 'status')).toEqual([])
  expect(toggleValue('a or b', 'status', 'x')).toBe('(a or b) status:x')
})
