import { describe, expect, test } from 'vitest'
import { askHandler, outcomeOf } from './answer.ts'
import { problemOf } from './apiserver-rules.ts'
import { CORPUS } from './corpus.ts'
import { handleWidgets } from './widgets-webhook.ts'

describe('C-ADM-22, C-CNV-10: each answer of our handler is one that an apiserver accepts', () => {
  test.each(CORPUS)('$title', async each => {
    const answer = await askHandler(handleWidgets, each)
    expect(outcomeOf(answer)).toBe(each.outcome)
    if (answer.status === 200) expect(problemOf(each, answer)).toBeUndefined()
  })
})
