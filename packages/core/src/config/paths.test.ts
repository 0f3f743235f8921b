import { expect, test } from 'vitest'
import { folderOf, listOf, resolvePath } from './paths.ts'

test.each([
  ['/a/b/c', false, '/a/b'],
  ['/c', false, ''],
  ['c', false, undefined],
  ['a\\b', false, undefined],
  ['C:\\a\\b', true, 'C:\\a'],
  ['C:/a\\b/c', true, 'C:/a\\b'],
])('the folder of %s (on Windows: %s) is %s', (path, windows, folder) => {
  expect(folderOf(path, windows)).toBe(folder)
})

test.each([
  ['/a', 'b/c', false, '/a/b/c'],
  ['', 'b', false, '/b'],
  ['/a', '/b', false, '/b'],
  [undefined, 'b', false, 'b'],
  ['/a', 'C:\\b', false, '/a/C:\\b'],
  ['C:\\a', 'b', true, 'C:\\a/b'],
  ['C:\\a', 'D:\\b', true, 'D:\\b'],
  ['C:\\a', '\\\\host\\b', true, '\\\\host\\b'],
])('from %s, %s is (on Windows: %s) %s', (folder, path, windows, resolved) => {
  expect(resolvePath(folder, path, windows)).toBe(resolved)
})

test('the separator of a list is : or, on Windows, ;', () => {
  expect(listOf('/a::b', false)).toEqual(['/a', 'b'])
  expect(listOf('C:\\a;b', true)).toEqual(['C:\\a', 'b'])
})
