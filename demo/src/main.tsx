import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openEarly } from './routes/early.ts'
import { router } from './routes/router.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ui.css'
import { applyTheme } from './ui/theme.ts'

openEarly()
applyTheme()
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
