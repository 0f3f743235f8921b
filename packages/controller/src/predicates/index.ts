// controller-runtime's package predicate: `predicates.or(predicates.generationChanged, predicates.annotationChanged)`.
export { annotationChanged, generationChanged, labelChanged, resourceVersionChanged } from './changed.ts'
export { and, not, or } from './combine.ts'
export { labelSelectorMatches, objectMatches } from './object-matches.ts'
export { type PredicateFuncs, predicateFuncs } from './predicate-funcs.ts'
