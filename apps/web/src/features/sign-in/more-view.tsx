import { useEffect } from 'react'
import { useT } from '../../lib/use-t.ts'
import type { Step, View } from './addresses.ts'
import { openMoreViews, useMoreViews } from './more-views.ts'

/** A lazily loaded view. */
export function MoreView({ view }: { view: View | Step }) {
  const t = useT()
  const more = useMoreViews()
  useEffect(() => {
    void openMoreViews()
  }, [])
  if (more === 'failed') {
    return (
      <div className="sign-in-form" role="alert">
        <p>{t('signIn.loadFailed')}</p>
        <button type="button" className="plain-button" onClick={() => void openMoreViews()}>
          {t('common.retry')}
        </button>
      </div>
    )
  }
  if (more === null) return <div className="sign-in-form" aria-busy="true" />
  const Shown = more.views[view]
  return <Shown />
}
