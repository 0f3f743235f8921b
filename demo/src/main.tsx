import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes/router.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ui.css'
import { applyTheme, readTheme } from './shell/theme.ts'

applyTheme(readTheme())
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
