import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { bundleFolder, remove } from './bundle-folder.ts'

const test = base.extend('bundles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  onTestFinished(() => remove(folder))
  return folder
})

test('each process has a folder of its own, and leaves those of running ones', ({ bundles }) => {
  const running = String(process.ppid)
  mkdirSync(join(bundles, running))
  expect(bundleFolder(bundles)).toBe(join(bundles, String(process.pid)))
  expect(readdirSync(bundles)).toEqual([running])
})

test('what ended processes and earlier versions have left is removed', ({ bundles }) => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(join(bundles, String(pid), 'assets'), { recursive: true })
  mkdirSync(join(bundles, 'assets'))
  writeFileSync(join(bundles, 'index.html'), '')
  bundleFolder(bundles)
  expect(readdirSync(bundles)).toEqual([])
})
