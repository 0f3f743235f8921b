import { expect, test } from 'vitest'
import { ProtocolError, StatusError } from '../../api/errors.ts'
import { NEWEST_MINOR } from '../data/common-messages.ts'
import { MessageTable } from '../message-table.ts'
import { knowsFields, typeOf } from './known-fields.ts'

const table = new MessageTable('#v1\n$Pod name\n#a.io/v1\n$Thing name')
const PODS = { group: '', version: 'v1', kind: 'Pod' }

/** A client whose server answers in turn; the last answer stays. An Error is a rejection. */
function server(...answers: readonly unknown[]) {
  const paths: string[] = []
  const client = {}
  const getJson = async (path: string): Promise<unknown> => {
    paths.push(path)
    const answer = answers[Math.min(paths.length, answers.length) - 1]
    if (answer instanceof Error) throw answer
    return answer
  }
  return { paths, knows: (shape = PODS) => knowsFields(table, shape, client, getJson) }
}
const version = (minor: unknown, major: unknown = '1') => ({ major, minor })

test('the type of objects of the core group, and of another one', () => {
  expect(typeOf(PODS)).toEqual({ apiVersion: 'v1', kind: 'Pod' })
  expect(typeOf({ ...PODS, group: 'a.io', kind: 'Thing' })).toEqual({ apiVersion: 'a.io/v1', kind: 'Thing' })
})

test('a kind that the table lacks is not known, and the server is not asked', async () => {
  const { knows, paths } = server(version('1'))
  expect(await knows({ ...PODS, kind: 'Thing' })).toBe(false)
  expect(await knowsFields(table, { ...PODS, kind: 'Thing' }, {}, undefined)).toBe(false)
  expect(paths).toEqual([])
})

test('without a server to ask, the fields of a kind are known', async () => {
  expect(await knowsFields(table, PODS, {}, undefined)).toBe(true)
})

test.each([
  [version('30'), true],
  [version(`${NEWEST_MINOR}`), true],
  [version(`${NEWEST_MINOR}+`), true],
  [version(`${NEWEST_MINOR + 1}`), false],
  [version('30', '2'), false],
  [version('30', 1), false],
  [version('x'), false],
  [{}, false],
  [null, false],
])('the fields of a server of version %j are known: %s', async (answer, isKnown) => {
  const { knows, paths } = server(answer)
  expect(await knows()).toBe(isKnown)
  expect(await knows({ group: 'a.io', version: 'v1', kind: 'Thing' })).toBe(isKnown)
  expect(paths).toEqual(['/version'])
})

const status = (code: number) => new StatusError({ code })
test.each([status(400), status(403), status(404), status(499), new ProtocolError('a page')])(
  'a server that will not say its version has other fields: %s',
  async error => {
    const { knows, paths } = server(error, version('30'))
    expect([await knows(), await knows(), paths.length]).toEqual([false, false, 1])
  },
)

test.each([
  status(399),
  status(401),
  status(408),
  status(429),
  status(500),
  status(503),
  new Error('refused'),
])('a server that does not answer now is asked again: %s', async error => {
  const { knows, paths } = server(error, version('30'))
  await expect(knows()).rejects.toBe(error)
  expect([await knows(), paths.length]).toEqual([true, 2])
})
