import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceStore, sidebarStore, toggleSidebar } from '../../lib/preferences.ts'
import { useMay } from '../../lib/permissions.ts'
import { refusedEntry, useActing, useSession } from '../../lib/session.ts'
import { useShellSettings } from '../../lib/shell-settings.ts'
import { useStore } from '../../lib/store.ts'
import { UnexpectedState } from '../../ui/unexpected-state.tsx'
import { ActingBanner } from './acting-banner.tsx'
import { AssistantSide, useAssistantCovers } from './assistant-side.tsx'
import { Header } from './header.tsx'
import { MaintenanceGate } from './maintenance-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { TagsView } from './tags-view.tsx'
import { TopMenu } from './top-menu.tsx'
import { useActingNews } from './use-acting-news.ts'
import './console-layout.css'

const LicenceBanner = lazy(async () => ({
  default: (await import('../../features/licences/licence-banner.tsx')).LicenceBanner,
}))
const TerminalAsks = lazy(async () => ({
  default: (await import('../../features/terminal/terminal-asks.tsx')).TerminalAsks,
}))
const RefusedEntry = lazy(async () => ({ default: (await import('./refused-entry.tsx')).RefusedEntry }))
const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }))

export function ConsoleLayout() {
  const { t } = useTranslation()
  const settings = useShellSettings()
  const opened = useStore(sidebarStore) === 'opened'
  const narrow = useStore(deviceStore) === 'mobile'
  const pathname = useLocation({ select: (location) => location.pathname })
  /** The page over which the menu was opened: navigating away closes it. */
  const [openedOver, setOpenedOver] = useState<string | null>(null)
  /** Loaded when opened for the first time. */
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const drawer = openedOver === pathname
  const coversAll = useAssistantCovers()
  const top = settings.layout === 'top' && !narrow
  const wide = narrow ? drawer : opened
  const toggle = () => (narrow ? setOpenedOver(drawer ? null : pathname) : toggleSidebar())
  const classes = [
    'console',
    top ? 'console-top' : wide ? 'console-opened' : 'console-closed',
    narrow ? 'console-narrow' : '',
    settings.fixedHeader ? 'console-fixed' : 'console-flow',
  ]
  return (
    <div className={classes.join(' ')}>
      <a className="console-skip" href="#content" onClick={skipToContent}>
        {t('shell.skipToContent')}
      </a>
      {!top && (!narrow || drawer) && <Sidebar wide={wide} />}
      {narrow && drawer && (
        <button type="button" className="console-shade" aria-label={t('shell.closeMenu')} onClick={toggle} />
      )}
      <div className="console-body" inert={coversAll}>
        {top && <TopMenu />}
        <ActingBanner />
        <Header
          menu={top ? null : { opened: wide, toggle }}
          narrow={narrow}
          onSettings={() => setPanel('open')}
        />
        {settings.tagsView && <TagsView />}
        <Suspense>
          <LicenceBanner />
        </Suspense>
        <main id="content" className="console-content" tabIndex={-1}>
          <CatchBoundary getResetKey={() => pathname} errorComponent={UnexpectedState}>
            <MaintenanceGate>
              <Outlet />
            </MaintenanceGate>
          </CatchBoundary>
        </main>
      </div>
      <AssistantSide />
      <EntryRefused />
      <TerminalRequests />
      {panel !== 'never' && (
        <Suspense>
          <SettingsPanel open={panel === 'open'} onClose={() => setPanel('closed')} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Its form loads when a tenant refuses entry for the first time; it stays mounted, so that the dialog can
 * close.
 */
function EntryRefused() {
  useActingNews()
  const refused = useStore(refusedEntry) !== null
  const [asked, setAsked] = useState(refused)
  if (refused && !asked) setAsked(true)
  return asked ? (
    <Suspense>
      <RefusedEntry />
    </Suspense>
  ) : null
}

/** Users who may approve terminals for staff from above see requests on every screen. */
function TerminalRequests() {
  const supervises = useMay('DMS_SERVER_DEVICE_TERMINAL_SUPERVISE')
  const companyId = useSession()?.user.companyId
  const acting = useActing()
  if (!supervises || companyId === undefined || acting !== null) return null
  return (
    <Suspense>
      <TerminalAsks companyId={companyId} />
    </Suspense>
  )
}

/** The address's hash is the route, so the link moves the focus itself. */
function skipToContent(event: { preventDefault(): void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
