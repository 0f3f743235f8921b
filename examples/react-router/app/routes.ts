import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('routes/pods.tsx'), route('k8s/*', 'routes/k8s.ts')] satisfies RouteConfig
