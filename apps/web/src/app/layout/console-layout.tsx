import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setSidebar, sidebarStore } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { UnexpectedState } from '../../ui/unexpected-state.tsx'
import { ActingBanner } from './acting-banner.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'
import { TagsView } from './tags-view.tsx'
import { useNarrow } from '../../lib/use-narrow.ts'
import './console-layout.css'

export function ConsoleLayout() {
  const { t } = useTranslation()
  const opened = useStore(sidebarStore)
  const narrow = useNarrow()
  const pathname = useLocation({ select: (location) => location.pathname })
  /** The page that the menu was opened over: it is closed by going to another. */
  const [openedOver, setOpenedOver] = useState<string | null>(null)
  const drawer = openedOver === pathname
  const wide = narrow ? drawer : opened
  const toggle = () => (narrow ? setOpenedOver(drawer ? null : pathname) : setSidebar(!opened))
  return (
    <div
      className={`console ${wide ? 'console-opened' : 'console-closed'} ${narrow ? 'console-narrow' : ''}`}
    >
      <a className="console-skip" href="#content" onClick={skipToContent}>
        {t('shell.skipToContent')}
      </a>
      {(!narrow || drawer) && <Sidebar wide={wide} />}
      {narrow && drawer && (
        <button type="button" className="console-shade" aria-label={t('shell.closeMenu')} onClick={toggle} />
      )}
      <div className="console-body">
        <ActingBanner />
        <Header menuOpened={wide} onToggleMenu={toggle} />
        <TagsView />
        <main id="content" className="console-content" tabIndex={-1}>
          <CatchBoundary getResetKey={() => pathname} errorComponent={UnexpectedState}>
            <Outlet />
          </CatchBoundary>
        </main>
      </div>
    </div>
  )
}

/** The address's hash is the route, so the link moves the focus itself. */
function skipToContent(event: { preventDefault(): void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
