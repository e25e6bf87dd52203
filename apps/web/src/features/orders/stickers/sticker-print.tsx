import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import { stickerList } from '../order.ts'
import { outsideUrl } from '../outside-url.ts'
import '../../../ui/print.css'

export function StickerPrint() {
  return useMay('DMS_SERVER_WORK_ORDER_EDIT') ? <Print /> : <NoPermissionState />
}

/** Stickers on A4, eight a sheet, the newest first. */
function Print() {
  const { t } = useTranslation()
  const answer = useApi(stickerList, { pageSize: 200 })
  const { items = [], total = 0 } = answer.data ?? {}
  return (
    <div className="print-page">
      <div className="print-tools">
        <Button href={`#${paths.workStickers}`}>{t('shell.titles.workStickers')}</Button>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={items.length === 0}
          onClick={() => window.print()}
        >
          {t('fieldWork.print')}
        </Button>
      </div>
      {total > items.length && (
        <Alert
          className="print-tools"
          type="warning"
          showIcon
          title={t('fieldWork.stickersCut', { count: items.length, total })}
        />
      )}
      {answer.data === undefined ? (
        answer.error === null ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        )
      ) : items.length === 0 ? (
        <EmptyState title={t('fieldWork.stickerNone')} hint={t('fieldWork.stickerNoneHint')} />
      ) : (
        <div className="print-sheet print-stickers">
          {items.map(({ id, outletName, deviceName, ticket }) => (
            <figure key={id}>
              <QRCode
                type="svg"
                value={outsideUrl(paths.workReport(ticket ?? ''))}
                size={180}
                bordered={false}
                bgColor="#ffffff"
                color="#000000"
              />
              <figcaption>
                <strong>{t('fieldWork.stickerText')}</strong>
                <span>{outletName}</span>
                {deviceName !== null && <span>{deviceName}</span>}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
    </div>
  )
}
