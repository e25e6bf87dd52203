import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { loadConsolePhrases } from '../lib/i18n.ts'

type Page = ComponentType<{ ticket: string }>

const outside = (load: () => Promise<Page>) =>
  lazy(async () => {
    await loadConsolePhrases()
    return { default: await load() }
  })

/** Pages of people without an account, by the view of the address. Their ticket stays in it: a report is followed by its link. */
const pages: Readonly<Record<string, Page>> = {
  report: outside(async () => (await import('../features/sign-in/outside/report-page.tsx')).ReportPage),
  wall: outside(async () => (await import('./wall.tsx')).Wall),
  progress: outside(async () => (await import('../features/sign-in/outside/link-page.tsx')).LinkPage),
}

/** All that is open without a session at /login. Nothing of the console is loaded for it: the sign-in page stays small. */
export function Entrance() {
  const { view, link }: { view?: unknown; link?: unknown } = useSearch({ strict: false })
  const Outside = typeof view === 'string' && Object.hasOwn(pages, view) ? pages[view] : undefined
  if (Outside === undefined) return <SignInPage />
  const ticket = typeof link === 'string' ? link : ''
  return (
    <Suspense>
      <Outside key={`${String(view)} ${ticket}`} ticket={ticket} />
    </Suspense>
  )
}
