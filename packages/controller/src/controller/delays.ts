/** The longest timeout of the hosts, 24.8 days. They call back at once after a longer one. */
export const MAX_TIMEOUT_MS: number = 2 ** 31 - 1
