import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from './disk-schema.ts'
import { readRecord } from './read-record.ts'

test('a read whose database the browser deletes rejects, and leaves no rejection without a handler', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const deleted = new DOMException('Force close delete origin', 'UnknownError')
  const transaction = vi.fn(() => ({
    done: Promise.reject(deleted),
    store: { get: () => Promise.reject(deleted) },
  }))
  const open = { transaction } as unknown as Database
  await expect(readRecord(open, 'owners', 'a')).rejects.toBe(deleted)
  // Node reports rejections without a handler after the microtasks of a task.
  await new Promise(resolve => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
  expect(transaction).toHaveBeenCalledWith('owners', 'readonly')
})
