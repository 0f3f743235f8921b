import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

if (import.meta.env.MODE === 'mock') await (await import('./mock.ts')).startMock()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
