/** A promise that the test awaits later. If the test fails before, the rejection is not reported as one more error. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
