import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { EmptyState, NoPermissionState, PendingState } from '../../ui/states.tsx'
import { sourceList } from './external-alarm.ts'
import { SourceCard } from './source-card.tsx'
import { SourceDrawer } from './source-drawer.tsx'
import { SourceSetup } from './source-setup.tsx'
import '../../ui/list-page.css'
import './external-alarms.css'

export function SourceList() {
  return useMay('DMS_SERVER_ALARM_EDIT') ? <List /> : <NoPermissionState />
}

/** A source whose setup is open, with its token right after that was made. */
interface Opened {
  readonly sourceId: string
  readonly token: string | null
}

/** Systems that send alarms to the company acted in. */
function List() {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const read = useApi(sourceList, {})
  useLiveReads(sourceList, ['external_alarm.changed'])
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const shown = read.data?.find(({ id }) => id === opened?.sourceId) ?? null
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('externalAlarms.add')}
    </Button>
  )
  return (
    <section className="list-page">
      <header className="list-head">
        <h1>{t('shell.titles.alarmSources')}</h1>
        <div className="list-actions">{add}</div>
      </header>
      <p className="quiet">{t('externalAlarms.sourcesHint', { company: companyName })}</p>
      <div className="list-card external-sources">
        {read.data === undefined ? (
          <PendingState read={read} rows={5} />
        ) : read.data.length === 0 ? (
          <EmptyState
            title={t('externalAlarms.noSources')}
            hint={t('externalAlarms.noneHint')}
            action={add}
          />
        ) : (
          read.data.map((source) => (
            <SourceCard
              key={source.id}
              source={source}
              onSetup={(token) => setOpened({ sourceId: source.id, token })}
            />
          ))
        )}
      </div>
      <SourceDrawer
        open={adding}
        onClose={() => setAdding(false)}
        onMade={(sourceId, token) => setOpened({ sourceId, token })}
      />
      <SourceSetup source={shown} token={opened?.token ?? null} onClose={() => setOpened(null)} />
    </section>
  )
}
