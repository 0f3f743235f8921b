/** The credentials cannot be checked now, because too many unknown ones are being checked: a 429. */
export class TooManyReviews extends Error {
  override readonly name = 'TooManyReviews'
}
