'use client'

export {
  InformerHydrationBoundary,
  type InformerHydrationBoundaryProps,
} from './informer-hydration-boundary.tsx'
