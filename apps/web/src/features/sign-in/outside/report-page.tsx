import type { EndpointOutput } from '@netward/contract'
import { api } from '../../../lib/api-client.ts'
import { useT } from '../../../lib/use-t.ts'
import { LinkSentView } from '../more/asked-view.tsx'
import { useOnce } from '../more/use-once.ts'
import { useFormat } from '../../../lib/format.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { ReportForm } from './report-form.tsx'

type Opened = EndpointOutput<'POST /api/v1/work/outside/sticker/open'>

/** Opened by a QR sticker: what is broken here? */
export function ReportPage({ ticket }: { ticket: string }) {
  const t = useT()
  const { loaded, again } = useOnce(() =>
    api('POST /api/v1/work/outside/sticker/open', { ticket }, { errors: 'caller' }),
  )
  if (loaded === null || 'error' in loaded)
    return (
      <OutsideFrame title={t('fieldWork.outside.reportTitle')}>
        <LinkSentView
          title={t('fieldWork.outside.invalidTitle')}
          text={t('fieldWork.outside.invalidSticker')}
          error={loaded?.error}
          onRetry={again}
        />
      </OutsideFrame>
    )
  const { companyName, outletName, subjectName, needsCode, open } = loaded.value
  return (
    <OutsideFrame
      title={t('fieldWork.outside.reportTitle')}
      about={[companyName, outletName, subjectName].filter(Boolean).join(' · ')}
    >
      {open.length > 0 && <Known open={open} />}
      <ReportForm ticket={ticket} needsCode={needsCode} />
    </OutsideFrame>
  )
}

/** What has been reported already, so that nobody reports it twice. */
function Known({ open }: { open: Opened['open'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <section className="outside-open">
      <h2>{t('fieldWork.outside.known')}</h2>
      <ul>
        {open.map(({ category, state, createdAt }) => (
          <li key={`${createdAt}${category}`}>
            {t(`orders.categories.${category}`)} · {t(`orders.states.${state}`)} ·{' '}
            {format.dateTime(createdAt)}
          </li>
        ))}
      </ul>
    </section>
  )
}
