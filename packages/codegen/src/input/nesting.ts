/** The levels of a document. The deepest public CustomResourceDefinition has about 100. */
export const MAX_NESTING = 300

/** The message for a document with more levels. */
export const TOO_DEEP: string = `is nested in more than ${MAX_NESTING} levels`
