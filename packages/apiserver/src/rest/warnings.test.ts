import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { addFirstWarning, withWarnings } from './warnings.ts'

const REQUEST = new Request('http://fake/api')

/** The Warning header of an answer with these warnings. */
async function headerOf(...warnings: readonly string[]): Promise<string | null> {
  const response = await withWarnings(REQUEST, warn => {
    for (const warning of warnings) warn(warning)
    return Promise.resolve(new Response('body'))
  })
  return response.headers.get('Warning')
}

/** The lengths of the warnings of an answer. */
const lengthsOf = async (...warnings: readonly string[]) =>
  (await headerOf(...warnings))?.split(', ').map(each => each.length - '299 - ""'.length)

test('each warning is sent once, quoted, in ASCII', async () => {
  expect(await headerOf()).toBeNull()
  expect(await headerOf('a', 'b', 'a')).toBe('299 - "a", 299 - "b"')
  expect(await headerOf('say "\\"\t!~')).toBe('299 - "say \\"\\\\\\"\t!~"')
  expect(await headerOf('ü\n\x7f')).toBe('299 - "\\xc3\\xbc\\x0a\\x7f"')
})

test('4 KiB of warnings are sent whole; beyond that each is cut to 256 characters, and the rest is left out', async () => {
  const long = (letter: string, length: number) => letter.repeat(length)
  expect(await lengthsOf(long('a', 4_000), long('b', 96))).toEqual([4_000, 96])
  expect(await lengthsOf(long('a', 4_000), long('b', 97))).toEqual([256, 97])
  const many = Array.from({ length: 20 }, (_, index) => long(String.fromCharCode(97 + index), 256))
  expect(await lengthsOf(...many)).toEqual(Array.from({ length: 16 }, () => 256))
  // Without the last one, 16 of them are 4095 characters: one more is sent.
  expect(await lengthsOf(...many.with(0, long('z', 255)))).toEqual([
    255,
    ...Array.from({ length: 16 }, () => 256),
  ])
  const cut = await headerOf('😀'.repeat(300), long('b', 4_000))
  expect(cut?.match(/\\xf0/g)).toHaveLength(256)
})

test('a Status error also has warnings; another error is thrown', async () => {
  const answer = (error: Error) =>
    withWarnings(REQUEST, warn => {
      warn('w')
      return Promise.reject(error)
    })
  const response = await answer(new StatusError({ code: 409, reason: 'Conflict', message: 'm' }))
  expect([response.status, response.headers.get('Warning')]).toEqual([409, '299 - "w"'])
  await expect(answer(new TypeError('fault'))).rejects.toThrow('fault')
})

test('a warning can precede the others', () => {
  const response = new Response()
  addFirstWarning(response, 'b')
  addFirstWarning(response, 'a')
  expect(response.headers.get('Warning')).toBe('299 - "a", 299 - "b"')
})
