import { expect, test } from 'vitest'
import { interner } from './interner.ts'

test('equal texts are one text, also after more texts than are remembered', () => {
  const intern = interner()
  const texts = ['', 'a', 'kube-system', ...Array.from({ length: 10_002 }, (_, at) => `namespace-${at}`)]
  for (let round = 0; round < 2; round++) expect(texts.map(intern)).toEqual(texts)
})
