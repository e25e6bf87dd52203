import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/use-t.ts'
import { useNow } from '../lib/use-now.ts'

/** "5 minutes ago", with the moment itself as its title. A clock of the browser that is behind shows "just now". */
export function RelativeTime({ at }: { at: string | null }) {
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  if (at === null) return <span className="quiet">{t('common.never')}</span>
  const text = Date.parse(at) > now ? null : format.relative(at, now)
  return (
    <time dateTime={at} title={format.zoned(at)}>
      {text ?? t('common.justNow')}
    </time>
  )
}
