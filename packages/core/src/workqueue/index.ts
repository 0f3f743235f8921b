export type { RateLimitingInterface } from './queue-like.ts'
