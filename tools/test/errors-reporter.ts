import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** An error outside of tests, for example a rejection that nothing handles. */
export interface OutsideError {
  /** Such as `Unhandled Rejection`. */
  readonly type: string
  /** The stack, or the message of what has none. */
  readonly text: string
  /** The absolute path of the test file that ran. */
  readonly file?: string | undefined
  /** The test that ran, or the last one before the error. */
  readonly test?: string | undefined
}

/** Writes the errors outside of tests to a file, because Vitest's JSON report does not contain them. */
export class ErrorsReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(_: unknown, errors: readonly SerializedError[]): void {
    writeFileSync(this.#file, JSON.stringify(errors.map(outsideError)))
  }
}

function outsideError({ type, name, message, stack, ...rest }: SerializedError): OutsideError {
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  const title = name === undefined ? message : `${name}: ${message}`
  return {
    type: text(type) ?? 'Error',
    // Not each runtime's stack begins with the message.
    text: stack?.includes(message) ? stack : [title, stack].filter(Boolean).join('\n'),
    file: text(rest.VITEST_TEST_PATH),
    test: text(rest.VITEST_TEST_NAME),
  }
}
