/** The reason why workerd cannot be measured on this machine: its CPU time and memory are read from `/proc`. */
export const needsLinux = (): string | undefined => (process.platform === 'linux' ? undefined : 'needs Linux')
