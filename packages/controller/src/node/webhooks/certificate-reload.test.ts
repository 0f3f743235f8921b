import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FakeClock } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import { http1Client, http2Client, servedSerial, tlsTo } from '../../test/tls-client.ts'
import {
  type Certified,
  certified,
  createAuthority,
  startServer,
  temporaryFolder,
} from '../../test/webhook-server-rig.ts'

/** Replaces the files of a mounted Secret as the kubelet does: all at once, by a link. */
function mount(folder: string, version: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, version))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, version, name), text)
  symlinkSync(version, join(folder, '..data_tmp'))
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
}

function mounted(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  mount(folder, '..1', files)
  for (const name of Object.keys(files)) symlinkSync(join('..data', name), join(folder, name))
  return folder
}

const secretOf = ({ cert, key }: Certified) => ({ 'tls.crt': cert, 'tls.key': key })

const WAIT = { timeout: 5000, interval: 20 }

test('C-ADM-27: new connections get the certificate of a Secret that was replaced', async () => {
  const { authority, server: first } = await certified()
  const folder = mounted(secretOf(first))
  const { url, port, ca } = await startServer({ certDir: folder })
  const post = await http2Client(url)
  const before = await servedSerial(port)
  mount(folder, '..2', secretOf(await authority.signServer()))
  await vi.waitFor(async () => expect(await servedSerial(port)).not.toBe(before), WAIT)
  // The connections of before go on.
  expect([(await post('/')).text, (await http1Client(url, { ca })('/')).text]).toEqual(['ok', 'ok'])
})

test('C-ADM-27: a change that the host does not report is found at the interval', async () => {
  const { authority, server: first } = await certified()
  const clock = new FakeClock()
  const folder = mounted(secretOf(first))
  const { port } = await startServer({ certDir: folder, clock, certPollMs: 1000 })
  const before = await servedSerial(port)
  mount(folder, '..2', secretOf(await authority.signServer()))
  await vi.waitFor(async () => {
    await clock.advance(1000)
    expect(await servedSerial(port)).not.toBe(before)
  }, WAIT)
})

test('C-ADM-27: a key that comes later than its certificate', async () => {
  const { authority, server: first } = await certified()
  const second = await authority.signServer()
  const folder = temporaryFolder()
  const [certFile, keyFile] = [join(folder, 'a.pem'), join(folder, 'b.pem')]
  writeFileSync(certFile, first.cert)
  writeFileSync(keyFile, first.key)
  const { port, logger } = await startServer({ certFile, keyFile })
  const before = await servedSerial(port)
  writeFileSync(certFile, second.cert)
  await vi.waitFor(() => expect(logger.errors).toHaveLength(1), WAIT)
  expect(logger.errors[0]).toMatch('invalid certificate')
  expect(await servedSerial(port)).toBe(before)
  writeFileSync(keyFile, second.key)
  await vi.waitFor(async () => expect(await servedSerial(port)).not.toBe(before), WAIT)
})

test('missing files reject the start, and name the file', async () => {
  const certDir = temporaryFolder()
  await expect(startServer({ certDir })).rejects.toThrow(
    `cannot read the certificate ${certDir}/tls.crt: ENOENT`,
  )
})

test('clients without a certificate of the client CA are refused, also after the CA was replaced', async () => {
  const [old, next] = [await createAuthority(), await createAuthority()]
  const [oldClient, nextClient] = [await old.signClient('apiserver'), await next.signClient('apiserver')]
  const clientCaFile = join(temporaryFolder(), 'ca.crt')
  writeFileSync(clientCaFile, old.cert)
  const { server, url, ca } = await startServer({ clientCaFile })
  const post = (client?: Certified) => http1Client(url, { ca, ...client })('/')
  expect((await post(oldClient)).text).toBe('ok')
  await expect(post()).rejects.toThrow()
  await expect(post(nextClient)).rejects.toThrow()
  await server.check()
  writeFileSync(clientCaFile, next.cert)
  await vi.waitFor(async () => expect((await post(nextClient)).text).toBe('ok'), WAIT)
  await expect(post(oldClient)).rejects.toThrow()
})

test('a session of the client CA before cannot be resumed', async () => {
  const [old, next] = [await createAuthority(), await createAuthority()]
  const client = await old.signClient('apiserver')
  const clientCaFile = join(temporaryFolder(), 'ca.crt')
  writeFileSync(clientCaFile, old.cert)
  const { port, logger } = await startServer({ clientCaFile })
  const socket = await tlsTo(port, { ...client, maxVersion: 'TLSv1.2' })
  const session = socket.getSession()
  const resumed = await tlsTo(port, { ...client, maxVersion: 'TLSv1.2', session })
  expect(resumed.isSessionReused()).toBe(true)
  writeFileSync(clientCaFile, next.cert)
  await vi.waitFor(() => expect(logger.messages.at(-1)?.message).toMatch('was replaced'), WAIT)
  await expect(tlsTo(port, { ...client, maxVersion: 'TLSv1.2', session })).rejects.toThrow()
})

test('the check passes if TLS 1.2 refuses its handshake for want of a client certificate', async () => {
  const clientCaFile = join(temporaryFolder(), 'ca.crt')
  writeFileSync(clientCaFile, (await createAuthority()).cert)
  const { server } = await startServer({ clientCaFile, tls: { maxVersion: 'TLSv1.2' } })
  await server.check()
})
