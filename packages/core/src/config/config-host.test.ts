import { EventEmitter } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../api/clock.ts'
import { configHost, isMissing } from './config-host.ts'

/** The global `process` for one test. */
function stubProcess(members: object | undefined): void {
  vi.stubGlobal('process', members)
  onTestFinished(() => void vi.unstubAllGlobals())
}
const modules = (byName: Readonly<Record<string, unknown>>) => ({
  getBuiltinModule: (name: string) => byName[name],
})

test('by default the runtime is used, and nothing is permitted', () => {
  const env = { HOME: '/home/a' }
  stubProcess({
    env,
    platform: 'win32',
    ...modules({ 'node:tty': { isatty: (descriptor: number) => descriptor === 0 } }),
  })
  const host = configHost({})
  expect(host).toMatchObject({ env, clock: systemClock, windows: true, allowExec: false, allowFiles: false })
  expect([host.fetch, host.saveAuthProvider, host.isInteractive()]).toEqual([undefined, undefined, true])
})

test('options replace the runtime', async () => {
  stubProcess({
    env: { HOME: '/home/a' },
    platform: 'win32',
    ...modules({ 'node:tty': { isatty: () => true } }),
  })
  const options = {
    ...{ env: {}, interactive: false, platform: 'linux', allowExec: ['a'], allowFiles: true },
    readFile: async () => 'text',
    execFile: async () => ({ exitCode: 0, stdout: '' }),
    fetch: async () => new Response(),
  }
  const { isInteractive, windows, ...host } = configHost(options)
  expect([isInteractive(), windows]).toEqual([false, false])
  expect(host).toMatchObject({ env: options.env, allowExec: ['a'], allowFiles: true })
  expect([host.readFile, host.execFile, host.fetch]).toEqual([
    options.readFile,
    options.execFile,
    options.fetch,
  ])
})

test('a runtime without a process has no environment, no terminal, no files and no programs', async () => {
  stubProcess(undefined)
  const { env, windows, isInteractive, readFile, execFile } = configHost({})
  expect([env, windows, isInteractive()]).toEqual([{}, false, false])
  await expect(readFile('/a')).rejects.toThrow('cannot read /a: this runtime has no files')
  await expect(execFile('a', [], { env: {}, interactive: false })).rejects.toThrow(
    'cannot run the credential plugin a',
  )
})

test('a file is read as text', async () => {
  stubProcess(
    modules({
      'node:fs/promises': { readFile: async (path: string) => new TextEncoder().encode(`é of ${path}`) },
    }),
  )
  expect(await configHost({}).readFile('/a')).toBe('é of /a')
})

describe('a program', () => {
  /** Runs a program whose end the test decides. */
  function run(interactive: boolean) {
    const child = Object.assign(new EventEmitter(), { stdout: new EventEmitter() })
    const spawn = vi.fn<(command: string, args: readonly string[], options: object) => EventEmitter>(
      () => child,
    )
    stubProcess(modules({ 'node:child_process': { spawn } }))
    const running = configHost({}).execFile('plugin', ['x'], { env: { A: 'b' }, interactive })
    const print = (text: string) => {
      for (const byte of new TextEncoder().encode(text)) child.stdout.emit('data', Uint8Array.of(byte))
    }
    return { child, spawn, running, print }
  }

  test.each([
    [true, 'inherit'],
    [false, 'ignore'],
  ])('inherits standard input if it is interactive (%s)', async (interactive, input) => {
    const { child, spawn, running, print } = run(interactive)
    expect(spawn).toHaveBeenCalledExactlyOnceWith('plugin', ['x'], {
      env: { A: 'b' },
      stdio: [input, 'pipe', 'inherit'],
      windowsHide: true,
    })
    print('é\n')
    child.emit('close', 3)
    expect(await running).toEqual({ exitCode: 3, stdout: 'é\n' })
  })

  test('that a signal ends has the exit code -1', async () => {
    const { child, running } = run(false)
    child.emit('close', null)
    expect(await running).toEqual({ exitCode: -1, stdout: '' })
  })

  test('that does not start is an error', async () => {
    const { child, running } = run(false)
    child.emit('error', new Error('no such program'))
    await expect(running).rejects.toThrow('no such program')
  })
})

test.each([
  [Object.assign(new Error('missing'), { code: 'ENOENT' }), true],
  [{ code: 'ENOENT' }, true],
  [{ code: 'EACCES' }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['ENOENT', false],
])('%j reports what is missing: %s', (error, expected) => expect(isMissing(error)).toBe(expected))
