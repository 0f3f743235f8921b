import { expect, test } from 'vitest'
import { createKeys, exportKey, openToken, sealToken } from './sealed-token.ts'

test.each(['', 'secret', 'größer 😀'])(
  'the token %j can be read by the owner of the key only',
  async token => {
    const [owner, other] = await Promise.all([createKeys(), createKeys()])
    const sealed = await sealToken(token, await exportKey(owner))
    expect(await openToken(sealed, owner)).toBe(token)
    await expect(openToken(sealed, other)).rejects.toThrow()
  },
)

test('a token that was changed cannot be read, and no two are sealed alike', async () => {
  const owner = await createKeys()
  const key = await exportKey(owner)
  const [first, second] = await Promise.all([sealToken('secret', key), sealToken('secret', key)])
  expect(Buffer.from(first.data).equals(Buffer.from(second.data))).toBe(false)
  const bytes = new Uint8Array(first.data)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  await expect(openToken(first, owner)).rejects.toThrow()
})

test('a private key cannot be exported', async () => {
  const { privateKey, publicKey } = await createKeys()
  expect([privateKey.extractable, publicKey.extractable]).toEqual([false, true])
})
