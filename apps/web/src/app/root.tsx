import { Outlet } from '@tanstack/react-router'
import { useT } from '../lib/use-t.ts'
import { Notices } from '../ui/notices.tsx'

export function Root() {
  return (
    <>
      <Outlet />
      <Notices />
    </>
  )
}

/** The last resort if not even the layout can render. Made of plain elements. */
export function RootError() {
  const t = useT()
  return (
    <main className="boot">
      <h1>{t('common.unexpectedTitle')}</h1>
      <p>{t('common.unexpectedHint')}</p>
      <button
        type="button"
        className="plain-button plain-button-primary"
        onClick={() => window.location.reload()}
      >
        {t('common.reloadPage')}
      </button>
    </main>
  )
}
