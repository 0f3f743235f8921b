/** Where the informers of a connection run. */
export type HostKind = 'dedicated' | 'shared' | 'leader' | 'inline'
