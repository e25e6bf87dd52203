import { Button, Drawer, QRCode } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct } from '../../../lib/use-api.ts'
import { CopyBlock } from '../../../ui/copy-block.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { outsideUrl } from '../outside-url.ts'
import type { OrderDetail } from '../order.ts'
import { afterSite, type Site } from './site.ts'

/** What the customer thinks of it, or the link that asks. */
export function RatingPart({ order, site }: { order: OrderDetail; site: Site }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const [ticket, setTicket] = useState<string | null>(null)
  const ask = useAct('POST /api/v1/work/order/:orderId/rating-link', { refresh: afterSite })
  const end = useAct('DELETE /api/v1/work/order/:orderId/rating-link', { refresh: afterSite })
  const confirm = useConfirm()
  if (site.rating !== null) {
    const { score, comment, ratedAt } = site.rating
    return (
      <>
        <span className="order-stars" title={t('fieldWork.outside.stars', { count: score })}>
          {'★'.repeat(score)}
          {'☆'.repeat(5 - score)}
        </span>{' '}
        <span className="quiet">{format.dateTime(ratedAt)}</span>
        {comment !== '' && <div className="order-text">{comment}</div>}
      </>
    )
  }
  const endLinks = () =>
    void confirm({
      title: t('fieldWork.linkEndTitle'),
      text: t('fieldWork.linkEndText'),
      action: t('fieldWork.linkEnd'),
      act: () => end.mutateAsync({ orderId: order.id }),
    })
  const rateable = order.state === 'resolved' || order.state === 'closed'
  return (
    <>
      <span className="quiet">
        {site.ratingAskedAt === null
          ? t('fieldWork.notRated')
          : [
              t('fieldWork.ratingAskedOf', { at: format.dateTime(site.ratingAskedAt) }),
              ...(site.ratingMailed ? [t('fieldWork.ratingMailed')] : []),
              ...(site.ratingSms === null ? [] : [t(`fieldWork.ratingSms.${site.ratingSms}`)]),
            ].join(' · ')}
        {site.linkUntil !== null && ` · ${t('fieldWork.linkUntil', { at: format.dateTime(site.linkUntil) })}`}
      </span>{' '}
      {rateable && mayEdit && (
        <Button
          size="small"
          loading={ask.isPending}
          onClick={() =>
            void ask.mutateAsync({ orderId: order.id }).then(
              (made) => setTicket(made.ticket),
              () => undefined,
            )
          }
        >
          {t('fieldWork.ratingLink')}
        </Button>
      )}
      {site.linkUntil !== null && mayEdit && (
        <Button size="small" onClick={endLinks}>
          {t('fieldWork.linkEnd')}
        </Button>
      )}
      <Drawer
        title={t('fieldWork.ratingLink')}
        open={ticket !== null}
        onClose={() => setTicket(null)}
        size="min(420px, 100vw)"
      >
        {ticket !== null && (
          <>
            <p>{t('fieldWork.ratingHint')}</p>
            <QRCode value={outsideUrl(paths.workLink(ticket))} size={240} bgColor="#ffffff" color="#000000" />
            <CopyBlock title={t('fieldWork.ratingLink')} text={outsideUrl(paths.workLink(ticket))} />
          </>
        )}
      </Drawer>
    </>
  )
}
