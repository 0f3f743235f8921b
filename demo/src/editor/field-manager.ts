/** The owner of what the console applies. */
export const FIELD_MANAGER = 'kube-informer-console'
