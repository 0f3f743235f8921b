import type { ResourceDefinition } from './resource.ts'

/** In any group: `secrets`, `sealedsecrets`, `oauthaccesstokens`, `credentialsrequests`, ... */
const CREDENTIALS = /secret|token|credential|password|(api|access|private|signing)key/

/**
 * Whether the name of a resource says that its objects hold credentials. Such objects are stored on request only.
 *
 * @example holdsCredentials(secrets) // true
 */
export const holdsCredentials = ({ plural }: ResourceDefinition): boolean => namesCredentials(plural)

/** The same of a resource whose name is known only. */
export const namesCredentials = (plural: string): boolean => CREDENTIALS.test(plural)
