import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useParams } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, type Fact, Panel } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { RotaChanges } from './changes.tsx'
import { DutyTests } from './duty-tests.tsx'
import { Handovers } from './handovers.tsx'
import { rotaDetail, type RotaDetail as Rota } from './rota.ts'
import { RotaDrawer } from './rota-drawer.tsx'
import { ShiftDrawer } from './shift-drawer.tsx'
import { ShiftImport } from './shift-import.tsx'
import { RotaTimeline } from './timeline.tsx'
import './rotas.css'

const days = 14
const dayMs = 86_400_000

export function RotaDetail() {
  const { rotaId = '' }: { rotaId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_ALARM') ? <Detail key={rotaId} rotaId={rotaId} /> : <NoPermissionState />
}

function Detail({ rotaId }: { rotaId: string }) {
  const { t } = useTranslation()
  const [day, setDay] = useState<string | null>(null)
  const read = useApi(rotaDetail, { rotaId, days, ...(day !== null && { day }) }, { keepPrevious: true })
  const rota = read.data
  const facts = useFacts(rota)
  useLiveReads(rotaDetail, ['rota.changed'])
  return (
    <DetailPage
      title={rota?.name ?? t('shell.titles.rota')}
      path={paths.rota(rotaId)}
      back={paths.rotas}
      loading={rota === undefined}
      error={rota === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      facts={facts}
      tabs={
        rota === undefined
          ? []
          : [
              {
                key: 'schedule',
                label: t('rotas.schedule'),
                content: <Schedule rota={rota} day={day} onDay={setDay} />,
              },
              { key: 'tests', label: t('rotas.tests'), content: <DutyTests rotaId={rota.id} /> },
              { key: 'handovers', label: t('rotas.handovers'), content: <Handovers rota={rota} /> },
            ]
      }
      {...(rota !== undefined && {
        status: <Gaps rota={rota} />,
        subtitle: rota.note,
        actions: <Acts rota={rota} />,
      })}
    />
  )
}

function Gaps({ rota: { gapMinutes } }: { rota: Rota }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (gapMinutes === 0) return <StatusTag tone="ok">{t('rotas.covered')}</StatusTag>
  const hours = format.number(Math.max(0.1, Math.round(gapMinutes / 6) / 10))
  return <StatusTag tone="warn">{t('rotas.gapOf', { hours })}</StatusTag>
}

function useFacts(rota: Rota | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  if (rota === undefined) return []
  const { onDuty, next, gapFrom, timeZone } = rota
  return [
    {
      label: t('rotas.onDuty'),
      value:
        onDuty === null
          ? t('rotas.nobody')
          : `${onDuty.name} ${t('rotas.until', { at: format.dateTime(onDuty.until) })}`,
    },
    {
      label: t('rotas.next'),
      value: next === null ? '—' : `${next.name} ${t('rotas.from', { at: format.dateTime(next.from) })}`,
    },
    {
      label: t('rotas.gaps'),
      value: gapFrom === null ? t('rotas.covered') : t('rotas.gapFrom', { at: format.dateTime(gapFrom) }),
    },
    { label: t('rotas.timeZone'), value: timeZone },
  ]
}

function Acts({ rota }: { rota: Rota }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'override' | 'swap' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('swap')}>{t('rotas.swap')}</Button>
      <Permission codes={['DMS_SERVER_ALARM_RULE']}>
        <Button onClick={() => setOpen('override')}>{t('rotas.override')}</Button>
        <Button onClick={() => setOpen('import')}>{t('rotas.import')}</Button>
        <Button type="primary" onClick={() => setOpen('edit')}>
          {t('rotas.edit')}
        </Button>
      </Permission>
      <ShiftDrawer rotaId={rota.id} kind="swap" open={open === 'swap'} onClose={close} />
      <ShiftDrawer rotaId={rota.id} kind="override" open={open === 'override'} onClose={close} />
      <ShiftImport rotaId={rota.id} open={open === 'import'} onClose={close} />
      <RotaDrawer rotaId={rota.id} open={open === 'edit'} onClose={close} />
    </>
  )
}

function Schedule(props: { rota: Rota; day: string | null; onDay: (day: string | null) => void }) {
  const { t } = useTranslation()
  const { rota, day, onDay } = props
  // Noon of the first day is the same day in all zones but the outermost.
  const first = day ?? new Date(Date.parse(rota.from) + dayMs / 2).toISOString().slice(0, 10)
  const moved = (by: number) => new Date(Date.parse(first) + by * dayMs).toISOString().slice(0, 10)
  return (
    <>
      <Panel
        title={t('rotas.schedule')}
        actions={
          <>
            <Button
              icon={<LeftOutlined />}
              aria-label={t('rotas.earlier')}
              onClick={() => onDay(moved(-days / 2))}
            />
            <Button disabled={day === null} onClick={() => onDay(null)}>
              {t('rotas.today')}
            </Button>
            <Button
              icon={<RightOutlined />}
              aria-label={t('rotas.later')}
              onClick={() => onDay(moved(days / 2))}
            />
          </>
        }
      >
        {rota.unknownYears.map((year) => (
          <Alert key={year} type="info" showIcon title={t('rotas.unknownYear', { year })} />
        ))}
        <RotaTimeline rota={rota} />
      </Panel>
      <RotaChanges changes={rota.changes} />
    </>
  )
}
