import { App } from 'antd'
import type { FailedItem } from '@netward/contract/errors'
import { useTranslation } from 'react-i18next'
import { StatusTag } from './status-tag.tsx'
import './batch-result.css'

/** Result of a batch or an import: the number of successes, and the refused items with reasons. */
export function BatchResult({ accepted, failed }: { accepted: number; failed: readonly FailedItem[] }) {
  const { t } = useTranslation()
  return (
    <div className="batch-result">
      <p>
        {accepted > 0 && <StatusTag tone="ok">{t('common.acceptedCount', { count: accepted })}</StatusTag>}
        {failed.length > 0 && (
          <StatusTag tone="bad">{t('common.failedCount', { count: failed.length })}</StatusTag>
        )}
      </p>
      {failed.length > 0 && (
        <>
          <p>{t('common.failedItems')}</p>
          <ul>
            {failed.map(({ ip, name, reason }, index) => (
              // An import may name the same row for two reasons; the list never changes.
              <li key={index}>
                <span className="mono">{ip}</span>
                {name !== undefined && <strong>{name}</strong>}
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Shows the result of a batch in a dialog until it is closed. */
export function useBatchResult(): (title: string, accepted: number, failed: readonly FailedItem[]) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (title, accepted, failed) => {
    modal.info({
      title,
      width: 520,
      icon: null,
      okText: t('common.close'),
      content: <BatchResult accepted={accepted} failed={failed} />,
    })
  }
}
