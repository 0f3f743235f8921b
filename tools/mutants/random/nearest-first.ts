import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs test files in the order in which they are given. */
export class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
}
