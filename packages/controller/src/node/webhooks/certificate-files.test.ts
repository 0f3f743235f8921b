import { FakeClock } from '@kube-informer/testing'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { RecordingLogger } from '../../test/recording-logger.ts'
import { type Certified, createAuthority } from '../../test/webhook-server-rig.ts'
import { CertificateError } from './certificate-error.ts'
import { CertificateFiles } from './certificate-files.ts'
import type { Credentials } from './credentials.ts'

let first: Certified
let second: Certified
let ca: string

beforeAll(async () => {
  const authority = await createAuthority()
  first = await authority.signServer()
  second = await authority.signServer()
  ca = authority.cert
})

let files: Map<string, string>
let clock: FakeClock
let logger: RecordingLogger
let reads: number

beforeEach(() => {
  clock = new FakeClock()
  logger = new RecordingLogger()
  reads = 0
  files = new Map([
    ['/no-such-folder/tls.crt', first.cert],
    ['/no-such-folder/tls.key', first.key],
    ['/no-such-folder/ca.crt', ca],
  ])
})

const put = ({ cert, key }: Certified) =>
  files.set('/no-such-folder/tls.crt', cert).set('/no-such-folder/tls.key', key)

const filesOf = ({ hasCa = true } = {}) =>
  new CertificateFiles({
    sources: {
      cert: { file: '/no-such-folder/tls.crt' },
      key: { file: '/no-such-folder/tls.key' },
      ca: hasCa ? { file: '/no-such-folder/ca.crt' } : undefined,
    },
    ...{ clock, logger, intervalMs: 10_000 },
    readFile: async path => {
      reads++
      const text = files.get(path)
      if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`)
      return text
    },
  })

/** Starts to watch; resolves with the credentials that were passed since. */
async function watching(): Promise<{ changes: Credentials[]; stop: AbortController }> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const watched = filesOf()
  await watched.load()
  const changes: Credentials[] = []
  watched.watch(stop.signal, credentials => changes.push(credentials))
  return { changes, stop }
}

describe('the first read', () => {
  test.each(['tls.crt', 'tls.key', 'ca.crt'])('names the file that is missing: %s', async name => {
    files.delete(`/no-such-folder/${name}`)
    const loading = filesOf().load()
    await expect(loading).rejects.toThrow(CertificateError)
    await expect(loading).rejects.toThrow(
      new RegExp(`^cannot read the (certificate|key|client CA) /no-such-folder/${name}: ENOENT`),
    )
  })

  test('rejects a key of another certificate', async () => {
    files.set('/no-such-folder/tls.key', second.key)
    await expect(filesOf().load()).rejects.toThrow(
      'invalid certificate in /no-such-folder/tls.crt and /no-such-folder/tls.key: ',
    )
  })

  test.each(['tls.crt', 'tls.key', 'ca.crt'])('rejects an empty file: %s', async name => {
    files.set(`/no-such-folder/${name}`, '')
    await expect(filesOf().load()).rejects.toThrow(
      new RegExp(`^invalid (certificate|key|client CA) in /no-such-folder/${name}: `),
    )
  })

  test.each(['nonsense', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'])(
    'rejects %j as client CA, which Node would ignore',
    async text => {
      files.set('/no-such-folder/ca.crt', text)
      await expect(filesOf().load()).rejects.toThrow('invalid client CA in /no-such-folder/ca.crt: ')
      await filesOf({ hasCa: false }).load()
    },
  )
})

describe('C-ADM-27: certificates are read again', () => {
  test('every 10 s, and passed on when they have changed', async () => {
    const { changes } = await watching()
    await clock.advance(30_000)
    expect([changes, reads]).toEqual([[], 4 * 3])
    put(second)
    await clock.advance(9_999)
    expect(changes).toEqual([])
    await clock.advance(1)
    expect(changes).toEqual([{ ...second, ca }])
    await clock.advance(60_000)
    expect(changes).toHaveLength(1)
    expect(logger.messages.at(-1)).toMatchObject({
      level: 'info',
      message: 'the certificate of the webhook server was replaced',
      fields: { subject: expect.stringContaining('kube-apiserver') },
    })
  })

  test('a change that is not complete keeps the old one, is logged once, and ends when it is', async () => {
    const { changes } = await watching()
    files.set('/no-such-folder/tls.crt', second.cert)
    await clock.advance(30_000)
    expect(changes).toEqual([])
    expect(logger.errors).toEqual([expect.stringContaining('invalid certificate in /no-such-folder/tls.crt')])
    put(second)
    await clock.advance(10_000)
    expect(changes).toEqual([{ ...second, ca }])
  })

  test.each(['tls.crt', 'tls.key', 'ca.crt'])(
    'what was read while %s is written changes nothing, wherever the text ends',
    async name => {
      const { changes } = await watching()
      const whole = files.get(`/no-such-folder/${name}`)?.trimEnd() ?? ''
      for (let length = 0; length < whole.length; length += 37) {
        files.set(`/no-such-folder/${name}`, whole.slice(0, length))
        await clock.advance(10_000)
      }
      expect([changes, new Set(logger.errors).size]).toEqual([[], logger.errors.length])
      put(second)
      files.set('/no-such-folder/ca.crt', ca)
      await clock.advance(10_000)
      expect(changes).toEqual([{ ...second, ca }])
    },
  )

  test('a file that is removed and comes back', async () => {
    const { changes } = await watching()
    files.delete('/no-such-folder/tls.key')
    await clock.advance(10_000)
    files.set('/no-such-folder/tls.key', '')
    await clock.advance(10_000)
    put(first)
    await clock.advance(10_000)
    expect([changes.length, logger.errors.length]).toEqual([0, 2])
    files.delete('/no-such-folder/tls.key')
    await clock.advance(10_000)
    expect(logger.errors).toHaveLength(3)
  })

  test('again, if the first use of new ones failed', async () => {
    const watched = filesOf()
    await watched.load()
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const used: Credentials[] = []
    let fails = true
    watched.watch(stop.signal, credentials => {
      if (fails) throw new Error('no memory')
      used.push(credentials)
    })
    put(second)
    await clock.advance(10_000)
    expect(logger.errors).toEqual(['no memory'])
    fails = false
    await clock.advance(10_000)
    expect(used).toEqual([{ ...second, ca }])
  })

  test('until the signal aborts', async () => {
    const { changes, stop } = await watching()
    put(second)
    stop.abort()
    await clock.advance(60_000)
    expect([changes, clock.pendingTimers]).toEqual([[], 0])
  })
})
