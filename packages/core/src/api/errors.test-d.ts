import { expectTypeOf, test } from 'vitest'
import { isForbidden, isResourceExpired, StatusError, statusErrorOf } from './errors.ts'

declare const error: unknown

test('a predicate narrows a StatusError, and nothing else', () => {
  const status = statusErrorOf(error)
  expectTypeOf(status).toEqualTypeOf<StatusError | undefined>()
  if (status && isForbidden(status)) expectTypeOf(status.reason).toEqualTypeOf<'Forbidden'>()
  else expectTypeOf(status).toEqualTypeOf<StatusError | undefined>()
  if (error instanceof StatusError && isResourceExpired(error))
    expectTypeOf(error.reason).toEqualTypeOf<'Expired' | 'Gone'>()
  // An error that wraps a StatusError is none.
  if (isForbidden(error)) expectTypeOf(error).toBeUnknown()
  const thrown = error as Error
  if (isForbidden(thrown)) expectTypeOf(thrown).toEqualTypeOf<Error>()
})

test('a predicate is a callback for any error', () => {
  expectTypeOf(isForbidden).toExtend<(error: unknown) => boolean>()
  expectTypeOf<unknown[]>([error].filter(isForbidden))
})
