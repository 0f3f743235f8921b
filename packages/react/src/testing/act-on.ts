import { act } from 'react'

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }

/** Runs work inside `act`, so that React has rendered its changes when the promise resolves. */
export async function actOn(work: () => Promise<void> | void): Promise<void> {
  const before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = true
  try {
    await act(async () => {
      await work()
    })
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = before
  }
}
