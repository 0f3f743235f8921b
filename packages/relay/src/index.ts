export type { AccessAttributes, AccessDecision, Authorize, ReadVerb } from './api/access-attributes.ts'
export type { Authenticate, Identity } from './api/identity.ts'
