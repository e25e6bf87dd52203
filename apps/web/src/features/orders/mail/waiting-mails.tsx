import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { orderRead } from '../order.ts'
import './waiting-mails.css'

const listed = 'GET /api/v1/work/order/:orderId/mails'
const files = 'GET /api/v1/work/order/:orderId/files'
type Mail = EndpointOutput<typeof listed>[number]

/** Replies by mail whose sender is in doubt; nothing if there are none. */
export function WaitingMails({ orderId }: { orderId: string }) {
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  return mayEdit ? <Waiting orderId={orderId} /> : null
}

function Waiting({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const mails = useApi(listed, { orderId }, { keepPrevious: true }).data ?? []
  if (mails.length === 0) return null
  return (
    <Panel title={t('orders.mails.title')}>
      <ul className="waiting-mails">
        {mails.map((mail) => (
          <One key={mail.id} mail={mail} orderId={orderId} />
        ))}
      </ul>
    </Panel>
  )
}

function One({ mail, orderId }: { mail: Mail; orderId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const calls = { refresh: [listed, files, orderRead] } as const
  const accept = useAct('POST /api/v1/work/order/:orderId/mails/:mailId/accept', calls)
  const discard = useAct('POST /api/v1/work/order/:orderId/mails/:mailId/discard', calls)
  const from = mail.fromName === '' ? mail.fromAddress : `${mail.fromName} <${mail.fromAddress}>`
  const one = { orderId, mailId: mail.id }
  return (
    <li>
      <div className="waiting-mail-head">
        <strong>{from}</strong>
        <time dateTime={mail.receivedAt} title={format.zoned(mail.receivedAt)}>
          {format.dateTime(mail.receivedAt)}
        </time>
      </div>
      <StatusTag tone="warn">{t(`orders.mails.doubts.${mail.reason}`)}</StatusTag>
      {mail.subject !== '' && <p className="quiet">{mail.subject}</p>}
      <blockquote>{mail.note === '' ? t('orders.mails.noText') : mail.note}</blockquote>
      {mail.files.length > 0 && <p>{t('orders.mails.files', { files: mail.files.join(', ') })}</p>}
      {mail.leftOut.length > 0 && (
        <p className="quiet">{t('orders.mails.leftOut', { files: mail.leftOut.join(', ') })}</p>
      )}
      <div className="waiting-mail-acts">
        <Button
          type="primary"
          size="small"
          loading={accept.isPending}
          onClick={() => void accept.mutateAsync(one).catch(() => undefined)}
        >
          {t('orders.mails.accept')}
        </Button>
        <Button
          size="small"
          onClick={() =>
            void confirm({
              title: t('orders.mails.discardTitle', { from }),
              text: t('orders.mails.discardText'),
              action: t('orders.mails.discard'),
              act: () => discard.mutateAsync(one),
            })
          }
        >
          {t('orders.mails.discard')}
        </Button>
      </div>
    </li>
  )
}
