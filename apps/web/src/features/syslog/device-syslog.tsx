import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { severityTones, syslogList } from './syslog.ts'
import { SyslogChart } from './syslog-chart.tsx'
import { LiveSwitch } from './syslog-list.tsx'
import '../../ui/plain-table.css'

const pageSize = 50

/** The tab of a device: its messages of the last 24 hours. */
export function DeviceSyslog({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const read = useApi(syslogList, { deviceId, page, pageSize }, { keepPrevious: true })
  return (
    <Panel title={t('shell.titles.syslog')} actions={<LiveSwitch />}>
      <SyslogChart filters={{ deviceId }} />
      {read.data === undefined ? (
        <PendingState read={read} rows={6} />
      ) : read.data.items.length === 0 ? (
        <EmptyState title={t('syslog.none')} hint={t('syslog.noneHint')} />
      ) : (
        <>
          <div className="plain-table-frame">
            <table className="plain-table" aria-label={t('shell.titles.syslog')}>
              <thead>
                <tr>
                  <th>{t('syslog.at')}</th>
                  <th>{t('syslog.severity')}</th>
                  <th>{t('syslog.text')}</th>
                </tr>
              </thead>
              <tbody>
                {read.data.items.map(({ id, at, severity, text }) => (
                  <tr key={id}>
                    <td data-label={t('syslog.at')}>{format.dateTime(at)}</td>
                    <td data-label={t('syslog.severity')}>
                      <StatusTag tone={severityTones[severity]}>
                        {t(`syslog.severities.${severity}`)}
                      </StatusTag>
                    </td>
                    <td data-label={t('syslog.text')} className="syslog-text">
                      {text}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {read.data.total > pageSize && (
            <Pagination
              size="small"
              current={page}
              pageSize={pageSize}
              total={read.data.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </Panel>
  )
}
