import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Redactor } from './redactor.ts'

const redactorFor = (headers: Record<string, string>): Redactor => {
  const redactor = new Redactor()
  for (const [name, value] of Object.entries(headers)) redactor.add(name, value)
  return redactor
}
const utf8Base64 = (text: string) => Buffer.from(text).toString('base64')
const html = (text: string) => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)
/** As Go writes JSON. */
const goJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&]/g, c => `\\u00${c.charCodeAt(0).toString(16)}`)

describe('Redactor', () => {
  const token = 'eyJhb.s3cret-+/_~='

  test.each([
    ['as sent', token],
    ['in upper case', token.toUpperCase()],
    ['in a URL', encodeURIComponent(token)],
    ['in base64', Buffer.from(token).toString('base64')],
    ['in base64url', Buffer.from(token).toString('base64url')],
    ['in base64 in a URL', encodeURIComponent(Buffer.from(token).toString('base64'))],
  ])('a bearer token is removed %s', (_, text) => {
    const redactor = redactorFor({ Authorization: `Bearer ${token}` })
    expect(redactor.redact(`you sent ${text}, to pods`)).toMatch(
      /^you sent …=*, to pods$|^you sent …(%3D)*, to pods$/,
    )
  })

  test.each([
    ['starts with a symbol', '--s3cret--'],
    ['consists of backslashes', '\\\\\\\\\\\\-s3cret'],
  ])('a credential that %s is searched in linear time', (_, password) => {
    const redactor = redactorFor({ 'x-password': password })
    const text = `${'\\'.repeat(65_536)}${JSON.stringify(JSON.stringify(password))}`
    expect(redactor.redact(text)).not.toContain('s3cret')
  })

  test('the scheme remains', () => {
    expect(redactorFor({ authorization: `Bearer ${token}` }).redact('a Bearer token is needed')).toBe(
      'a Bearer token is needed',
    )
  })

  test('Basic: also the decoded password, in UTF-8', () => {
    const password = 'pässwörd "<&>'
    const redactor = redactorFor({ authorization: `Basic ${utf8Base64(`jane:${password}`)}` })
    for (const form of [
      password,
      goJson(password),
      // A Status that is quoted in a header, for example.
      JSON.stringify(JSON.stringify(password)).slice(3, -3),
      encodeURIComponent(password),
      html(password),
      utf8Base64(password),
    ])
      expect(redactor.redact(`<${form}>`)).toMatch(/^<…=*>$/)
    expect(redactor.redact(`jane has ${utf8Base64(`jane:${password}`)}`)).toBe('jane has …')
  })

  test('cookies and custom headers, by their names', () => {
    const redactor = redactorFor({
      cookie: 'session=0123456789abcdef; other=fedcba9876543210',
      'x-api-token': 'YWJjZGVmZ2hpag==',
      'impersonate-user': 'jane@example.com',
      accept: 'application/json',
    })
    expect(redactor.redact('0123456789abcdef fedcba9876543210 YWJjZGVmZ2hpag==')).toBe('… … …')
    expect(redactor.redact('jane@example.com accepts application/json')).toBe(
      'jane@example.com accepts application/json',
    )
  })

  test('a short credential is removed only as a word of its own', () => {
    const redactor = redactorFor({ authorization: 'Bearer a' })
    expect(redactor.redact('pods "a" is forbidden: Bearer a')).toBe('pods "…" is forbidden: …')
    expect(redactor.redact('pods "all" cannot be read')).toBe('pods "all" cannot be read')
  })

  test('the old and the new token of a request are removed, also if one begins with the other', () => {
    const redactor = redactorFor({ authorization: 'Bearer 0123456789' })
    redactor.add('authorization', 'Bearer 0123456789abcdef')
    expect(redactor.redact('0123456789 0123456789abcdef')).toBe('… …')
  })

  test('empty values and values that are not base64 change nothing', () => {
    expect(redactorFor({ authorization: '', cookie: ';', 'x-token': ' ' }).redact('pods; a')).toBe('pods; a')
    expect(redactorFor({ authorization: 'Basic %%%%%%%%' }).redact('100 %')).toBe('100 %')
  })

  test('whatever the credential and the text around it', () => {
    const secrets = fc.string({ unit: 'grapheme-ascii', minLength: 8 }).filter(text => text.trim() === text)
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const redactor = redactorFor({ 'x-token': secret })
        for (const form of [
          secret,
          encodeURIComponent(secret),
          goJson(secret),
          utf8Base64(secret).replace(/=+$/, ''),
        ]) {
          const text = redactor.redact(`${before} ${form} ${after}`)
          expect(text.includes(form)).toBe(false)
        }
      }),
    )
  })
})
