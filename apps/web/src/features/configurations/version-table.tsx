import { Button, Checkbox, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { CompareDrawer } from './compare-drawer.tsx'
import { type Version, versionList } from './configuration.ts'
import { VersionDrawer } from './version-drawer.tsx'
import '../../ui/plain-table.css'

const pageSize = 20

/** Stored versions, the newest first: each can be read, and two can be compared. */
export function VersionTable({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly Version[]>([])
  const [viewed, setViewed] = useState<Version | null>(null)
  const [compared, setCompared] = useState<readonly [Version, Version] | null>(null)
  const read = useApi(versionList, { deviceId, page, pageSize }, { keepPrevious: true })
  const versions = read.data?.items ?? []
  const toggle = (version: Version, on: boolean) =>
    setChosen((before) =>
      [...before.filter(({ id }) => id !== version.id), ...(on ? [version] : [])].slice(-2),
    )
  const [one, other] = chosen
  const actions = versions.length > 1 && (
    <WhyButton
      reason={one === undefined || other === undefined ? t('configurations.chooseTwo') : null}
      onClick={() => {
        if (one !== undefined && other !== undefined)
          setCompared(Number(one.id) < Number(other.id) ? [one, other] : [other, one])
      }}
    >
      {t('configurations.compareTwo')}
    </WhyButton>
  )
  return (
    <Panel title={t('configurations.versions')} actions={actions}>
      {read.data === undefined ? (
        <PendingState read={read} rows={4} />
      ) : versions.length === 0 ? (
        <EmptyState title={t('configurations.noVersions')} hint={t('configurations.noVersionsHint')} />
      ) : (
        <>
          <div className="plain-table-frame">
            <table className="plain-table" aria-label={t('configurations.versions')}>
              <thead>
                <tr>
                  <th>{t('configurations.firstAt')}</th>
                  <th>{t('configurations.lastAt')}</th>
                  <th>{t('configurations.lines')}</th>
                  <th>{t('configurations.size')}</th>
                  <th>{t('configurations.by')}</th>
                  <th>{t('common.actions')}</th>
                </tr>
              </thead>
              <tbody>
                {versions.map((version, index) => (
                  <Row
                    key={version.id}
                    version={version}
                    previous={versions[index + 1]}
                    chosen={chosen.some(({ id }) => id === version.id)}
                    onChoose={(on) => toggle(version, on)}
                    onView={() => setViewed(version)}
                    onCompare={(previous) => setCompared([previous, version])}
                  />
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
      {viewed !== null && (
        <VersionDrawer deviceId={deviceId} version={viewed} onClose={() => setViewed(null)} />
      )}
      {compared !== null && (
        <CompareDrawer deviceId={deviceId} versions={compared} onClose={() => setCompared(null)} />
      )}
    </Panel>
  )
}

function Row(props: {
  version: Version
  previous: Version | undefined
  chosen: boolean
  onChoose: (on: boolean) => void
  onView: () => void
  onCompare: (previous: Version) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version, previous } = props
  return (
    <tr>
      <td data-label={t('configurations.firstAt')}>
        <Checkbox checked={props.chosen} onChange={({ target }) => props.onChoose(target.checked)}>
          {format.dateTime(version.firstAt)}
        </Checkbox>
      </td>
      <td data-label={t('configurations.lastAt')}>{format.dateTime(version.lastAt)}</td>
      <td data-label={t('configurations.lines')}>{format.number(version.lines)}</td>
      <td data-label={t('configurations.size')}>{format.bytes(version.bytes)}</td>
      <td data-label={t('configurations.by')}>{version.byName ?? t('configurations.byClock')}</td>
      <td data-label={t('common.actions')}>
        <Button type="link" size="small" onClick={props.onView}>
          {t('configurations.view')}
        </Button>
        {previous !== undefined && (
          <Button type="link" size="small" onClick={() => props.onCompare(previous)}>
            {t('configurations.compareWith')}
          </Button>
        )}
      </td>
    </tr>
  )
}
