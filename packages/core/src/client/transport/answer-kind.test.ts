import { describe, expect, test } from 'vitest'
import { ConnectionError, ProtocolError, StatusError } from '../../api/errors.ts'
import { sayingWhat } from './answer.ts'
import {
  isAnswer,
  isList,
  isOfKind,
  isStatusObject,
  isSuccess,
  throwFailure,
  unexpectedAnswer,
} from './answer-kind.ts'

test.each([
  [{ kind: 'Status' }, true],
  [{ kind: 'Status', apiVersion: 'v1' }, true],
  [{ kind: 'Status', apiVersion: 'a.io/v1' }, false],
  [{ kind: 'Pod', apiVersion: 'v1' }, false],
])('%j is a Status: %s', (answer, expected) => expect(isStatusObject(answer)).toBe(expected))

test.each([
  [{ kind: 'Status', status: 'Success' }, true],
  [{ kind: 'Status', status: 'Failure' }, false],
  [{ kind: 'Pod', status: 'Success' }, false],
])('%j is a success: %s', (answer, expected) => expect(isSuccess(answer)).toBe(expected))

test.each([
  [{ items: null }, true],
  [{ kind: 'PodList' }, true],
  [{ kind: 'Pod' }, false],
  [{ kind: 7 }, false],
  [{}, false],
])('%j is a list: %s', (answer, expected) => expect(isList(answer)).toBe(expected))

test.each([
  [{}, true],
  [{ kind: '' }, true],
  [{ kind: 'B' }, true],
  [{ kind: 'C' }, false],
  [{ kind: 7 }, false],
])('%j has one of the kinds: %s', (answer, expected) => expect(isOfKind('A', 'B')(answer)).toBe(expected))

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['a', false],
])('%j is an object: %s', (value, expected) => expect(isAnswer(value)).toBe(expected))

test('only a Status that is no success is thrown', () => {
  for (const answer of [
    null,
    [],
    { kind: 'Status', status: 'Success' },
    { kind: 'Status', apiVersion: 'a.io/v1' },
    { status: 'Failure' },
  ])
    expect(() => throwFailure(answer)).not.toThrow()
  for (const answer of [{ kind: 'Status' }, { kind: 'Status', status: 'Failure', code: 403 }])
    expect(() => throwFailure(answer)).toThrow(StatusError)
})

test.each([
  [{ kind: 'Status' }, 'the answer is a Status and not what'],
  [{ kind: 'PodList' }, 'the answer is a PodList and not what'],
  [{ kind: 'Table' }, 'the answer is a Table and not what'],
  [{ kind: 'Pod' }, 'the answer is not what'],
  [{ kind: 'secretList' }, 'the answer is not what'],
  [{}, 'the answer is not what'],
  ['Status', 'the answer is not what'],
])('%j is unexpected: %s', (answer, message) => {
  expect(unexpectedAnswer(answer)).toBeInstanceOf(ProtocolError)
  expect(unexpectedAnswer(answer).message.startsWith(message)).toBe(true)
})

describe('an error while an answer is read', () => {
  const failed = (error: unknown) =>
    sayingWhat(Promise.reject(error), 'list pods').catch((reason: unknown) => reason)

  test.each([
    [new StatusError({ code: 403, message: 'no' }), StatusError, 'list pods: no'],
    [new ProtocolError('broken'), ProtocolError, 'list pods: broken'],
    [new ConnectionError('lost'), ConnectionError, 'list pods: lost'],
    [new TypeError('terminated'), ConnectionError, 'list pods: the answer broke off'],
  ])('%s says what was requested', async (error, type, message) => {
    expect(await failed(error)).toBeInstanceOf(type)
    expect(await failed(error)).toMatchObject({ message })
  })

  test('of another type is thrown as it is', async () => {
    const error = new RangeError('other')
    expect(await failed(error)).toBe(error)
    expect(await sayingWhat(Promise.resolve(7), 'list pods')).toBe(7)
  })
})
