import { useEffect } from 'react'
import { type Notice, notices, notify } from '../lib/notify.ts'
import { useStore } from '../lib/store.ts'
import { useT } from '../lib/use-t.ts'
import { Glyph } from './glyphs.tsx'

/**
 * Success disappears by itself; an error stays long enough to read, a list of refused items until it is
 * closed.
 */
const lifeMs = { success: 3000, info: 5000, error: 8000 }

function NoticeCard({ notice }: { notice: Notice }) {
  const t = useT()
  const { id, kind, items } = notice
  const lasting = items.length > 0
  useEffect(() => {
    if (lasting) return undefined
    const timer = setTimeout(() => notify.dismiss(id), lifeMs[kind])
    return () => clearTimeout(timer)
  }, [id, kind, lasting])
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Glyph name={kind} />
      <div>
        <p>{notice.text}</p>
        {items.length > 0 && (
          <ul>
            {items.map((item) => (
              <li key={`${item.ip} ${item.reason}`}>
                {t('common.failedItem', { ip: item.ip, reason: item.reason })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t('common.dismiss')}
        onClick={() => notify.dismiss(id)}
      >
        <Glyph name="close" size={14} />
      </button>
    </div>
  )
}

/** Where notices appear, above everything. */
export function Notices() {
  const shown = useStore(notices)
  return (
    <div className="notices">
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  )
}
