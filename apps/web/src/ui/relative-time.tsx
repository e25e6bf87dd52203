import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/use-t.ts'
import { useNow } from '../lib/use-now.ts'

/** "5 minutes ago", with the exact time as its title. If the browser's clock is behind, "just now". */
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
