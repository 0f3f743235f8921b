/** An error as text. Each example shows it, so that a list that failed never looks like an empty one. */
export const Failure = ({ error }: { error: Error | undefined }) =>
  error === undefined ? null : <p role="alert">{error.message}</p>
